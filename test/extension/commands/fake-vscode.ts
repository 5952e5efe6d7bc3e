/** As much of VS Code as the commands for models and keys use, with a person at it who does what a test says. */

interface Row {
  readonly label: string;
  readonly detail?: string;
  readonly description?: string;
  readonly kind?: number;
}

/** What the person does; what is shown meanwhile is noted in `seen`. */
export const person = {
  /** Of a list that was loaded: the row's label or its beginning, or the tooltip of a button; undefined closes it. */
  pick: (_rows: readonly Row[]): string | undefined => undefined,
  /** Into a box; undefined closes it. `box.press()` presses its first button. */
  type: (_box: FakeInputBox): string | undefined => undefined,
  /** The button of a question; undefined closes it. */
  answer: (_text: string, _detail: string, _buttons: readonly string[]): string | undefined => undefined,
  seen: [] as string[],
  /** The row of the list that Enter would take. */
  active: undefined as string | undefined,
};

type Listener<T> = (event: T) => unknown;

interface InputOptions {
  readonly title?: string;
  readonly prompt?: string;
  readonly value?: string;
  readonly validateInput: (text: string) => string | undefined;
}

class FakeQuickPick {
  #items: readonly Row[] = [];
  activeItems: readonly Row[] = [];
  selectedItems: readonly Row[] = [];
  title = '';
  placeholder = '';
  buttons: readonly object[] = [];
  #busy = false;
  readonly #accept: Listener<void>[] = [];
  readonly #hide: Listener<void>[] = [];
  readonly #button: Listener<object>[] = [];

  get items(): readonly Row[] {
    return this.#items;
  }

  /** As VS Code has it: the first row is active, unless another one is made so. */
  set items(rows: readonly Row[]) {
    this.#items = rows;
    this.activeItems = rows.filter(({ kind }) => kind === undefined || kind === 0).slice(0, 1);
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** The person looks at the list once all of it is there. */
  set busy(busy: boolean) {
    const isLoaded = this.#busy && !busy;
    this.#busy = busy;
    if (isLoaded) queueMicrotask(() => this.#look());
  }

  onDidAccept(listener: Listener<void>): void {
    this.#accept.push(listener);
  }

  onDidHide(listener: Listener<void>): void {
    this.#hide.push(listener);
  }

  onDidTriggerItemButton(): void {}

  onDidTriggerButton(listener: Listener<object>): void {
    this.#button.push(listener);
  }

  show(): void {}

  hide(): void {
    for (const listener of this.#hide) listener();
  }

  dispose(): void {}

  #look(): void {
    person.active = this.activeItems[0]?.label;
    const label = person.pick(this.items);
    const button = this.buttons.find((one) => JSON.stringify(one).includes(`"${label}"`));
    if (button) {
      for (const listener of this.#button) listener(button);
      return;
    }
    this.selectedItems = this.items.filter((row) => label !== undefined && row.label.startsWith(label));
    for (const listener of this.selectedItems.length > 0 ? this.#accept : this.#hide) listener();
  }
}

export class FakeInputBox {
  title = '';
  prompt = '';
  password = false;
  value = '';
  buttons: readonly { readonly tooltip: string }[] = [];
  validationMessage: string | { readonly message: string } | undefined;
  readonly #accept: Listener<void>[] = [];
  readonly #hide: Listener<void>[] = [];
  readonly #button: Listener<object>[] = [];

  onDidAccept(listener: Listener<void>): void {
    this.#accept.push(listener);
  }

  onDidHide(listener: Listener<void>): void {
    this.#hide.push(listener);
  }

  onDidTriggerButton(listener: Listener<object>): void {
    this.#button.push(listener);
  }

  onDidChangeValue(_: Listener<string>): void {}

  press(): void {
    for (const listener of this.#button) listener(this.buttons[0] ?? {});
  }

  /** The person types until the box takes it. */
  show(): void {
    for (let tries = 0; tries < 5; tries++) {
      const typed = person.type(this);
      if (typed === undefined) break;
      this.value = typed;
      this.validationMessage = undefined;
      for (const listener of this.#accept) listener();
      if (this.validationMessage === undefined) return;
      person.seen.push(String(this.validationMessage));
    }
    for (const listener of this.#hide) listener();
  }

  dispose(): void {}
}

class ThemeIcon {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

export const vscode = {
  window: {
    createQuickPick: () => new FakeQuickPick(),
    createInputBox: () => new FakeInputBox(),
    showQuickPick: async (given: readonly Row[] | PromiseLike<readonly Row[]>) => {
      const rows = await given;
      const label = person.pick(rows);
      return rows.find((row) => row.label === label);
    },
    showInputBox: async ({ title = '', prompt = '', value = '', validateInput }: InputOptions) => {
      const typed = person.type(Object.assign(new FakeInputBox(), { title, prompt, value }));
      const problem = typed === undefined ? undefined : validateInput(typed);
      if (problem !== undefined) person.seen.push(problem);
      return problem === undefined ? typed : undefined;
    },
    showWarningMessage: async (text: string, { detail = '' }: { detail?: string }, ...buttons: readonly string[]) => {
      person.seen.push(text);
      return person.answer(text, detail, buttons);
    },
    withProgress: (_: object, task: (progress: object, token: object) => unknown) =>
      task({}, { onCancellationRequested: () => ({ dispose: () => {} }) }),
  },
  commands: {
    executeCommand: async (...command: readonly unknown[]) => void person.seen.push(command.join(' ')),
  },
  env: { openExternal: async (uri: string) => void person.seen.push(`open ${uri}`) },
  Uri: { parse: (text: string) => text },
  ThemeIcon,
  QuickPickItemKind: { Separator: -1, Default: 0 },
  ProgressLocation: { Notification: 15 },
  InputBoxValidationSeverity: { Warning: 2 },
};
