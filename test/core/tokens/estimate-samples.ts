/** Our own text, one class each, to hold the token estimator against: written or generated here, none of it in the fit. */
import { createHash } from 'node:crypto';

export interface Sample {
  readonly name: string;
  readonly text: string;
}

const digest = (i: number, algorithm = 'sha256') => createHash(algorithm).update(`sample ${i}`).digest();
const lines = (n: number, line: (i: number) => string) => Array.from({ length: n }, (_, i) => line(i)).join('\n');
const bytes = (n: number) =>
  Buffer.concat(Array.from({ length: Math.ceil(n / 32) }, (_, i) => digest(i))).subarray(0, n);
/** As many bytes that look random, in base64. */
export const base64Text = (length: number) => bytes(length).toString('base64');
const of = (items: readonly string[], i: number) => items[i % items.length] ?? '';
const uuidOf = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
const time = (i: number) => new Date(1_764_000_000_000 + i * 61_403).toISOString();

const english = `When a thread grows past what the model can hold, something has to give way, and the only question is what. Older tools
simply dropped the first messages, which is quick but loses the very sentence in which the person said what they wanted. Others asked
the model for a summary and hoped that nothing important was left out. Neither can be checked afterwards, because the original text is
gone from the screen as well as from the request. Here every change is an entry of its own: you can open it, read what it replaced,
compare both versions side by side, and take it back. If the estimate was wrong, the next answer tells us by how much, and the gauge
corrects itself. Nobody should have to guess why an assistant suddenly forgot the name of a file it had edited ten minutes ago.
Before you change the settings, look at what your last conversations really needed. Most of them never came close to the limit; a few
long evenings of debugging did, and those are the ones that matter. We measured them again and again while we wrote this.`;

const typescript = `import { readFile, writeFile } from 'node:fs/promises';
import type { Invoice, LineItem } from './invoice.ts';

const TAX_RATE = 0.19;

export interface Totals {
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
}

/** Adds up the items of one invoice; cancelled items do not count. */
export function totalsOf(invoice: Invoice): Totals {
  const net = invoice.items
    .filter((item) => !item.cancelled)
    .reduce((sum, item) => sum + item.quantity * item.unitPrice, 0);
  const tax = Math.round(net * TAX_RATE * 100) / 100;
  return { net, tax, gross: net + tax };
}

export async function exportInvoices(path: string, invoices: readonly Invoice[]): Promise<void> {
  const rows = invoices.map((invoice) => {
    const { net, tax, gross } = totalsOf(invoice);
    return [invoice.number, invoice.customer.name, net.toFixed(2), tax.toFixed(2), gross.toFixed(2)].join(';');
  });
  await writeFile(path, ['number;customer;net;tax;gross', ...rows].join('\\n'), 'utf8');
}

class InvoiceStore {
  #cache = new Map<string, Invoice>();

  constructor(private readonly folder: string) {}

  async load(id: string): Promise<Invoice | undefined> {
    const cached = this.#cache.get(id);
    if (cached !== undefined) return cached;
    try {
      const parsed: unknown = JSON.parse(await readFile(\`\${this.folder}/\${id}.json\`, 'utf8'));
      if (!isInvoice(parsed)) throw new TypeError(\`\${id}.json is no invoice\`);
      this.#cache.set(id, parsed);
      return parsed;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }
}
`;

const python = `"""Reads measurements of a weather station and writes a summary for each day."""
import csv
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Day:
    temperatures: list[float] = field(default_factory=list)
    rainfall: float = 0.0

    @property
    def mean(self) -> float:
        return sum(self.temperatures) / len(self.temperatures)


def read_days(path: Path) -> dict[str, Day]:
    days = defaultdict(Day)
    with path.open(newline="", encoding="utf-8") as handle:
        for row in csv.DictReader(handle):
            if not row["temperature"]:
                continue
            day = days[row["timestamp"][:10]]
            day.temperatures.append(float(row["temperature"]))
            day.rainfall += float(row.get("rain_mm") or 0)
    return dict(days)


def main(argv: list[str]) -> int:
    if len(argv) != 2:
        print(f"usage: {argv[0]} FILE", file=sys.stderr)
        return 2
    for date, day in sorted(read_days(Path(argv[1])).items()):
        print(f"{date}: {day.mean:5.1f} °C, {day.rainfall:.1f} mm, {len(day.temperatures)} values")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
`;

const japanese = `会話が長くなると、モデルが一度に読める量を超えてしまうことがあります。そのとき古いメッセージをただ消してしまうと、最初に何を頼んだ
のかが分からなくなります。この拡張機能では、まとめた部分をいつでも開いて元の文章と比べることができ、間違っていればすぐに元に戻せます。設定
ファイルを変更する前に、まずテストを実行して、どの関数が失敗しているのかを確認してください。エラーの原因は、たいてい入力の形式が想定と違う
ことにあります。昨日の作業では、ログを読み込む処理が遅いという問題が見つかったので、今日はその部分を書き直しました。カタカナの単語も、
ユーザーやサーバー、データベースのように、文章の中によく現れます。`;

const chinese = `当对话变得很长的时候，模型一次能够读取的内容就不够用了。如果只是简单地删除最早的消息，用户最初的要求也会一起丢失。这个扩展会把每一次
压缩都记录下来，你可以随时打开，查看被替换的原文，比较前后的差别，并且撤销这次操作。修改设置之前，请先运行测试，确认是哪个函数出了问题。
大多数错误都是因为输入的格式和预期不一样。昨天我们发现读取日志的速度太慢，所以今天重新编写了这一部分，并且增加了新的测试。如果估计的数字
不准确，下一次回答之后它会自动修正。`;

const traditionalChinese = `對話變得很長的時候，模型一次能夠讀取的內容就不夠用了。如果只是簡單地刪除最早的訊息，使用者最初的要求也會一起遺失。這個擴充功能會把每一次
壓縮都記錄下來，你可以隨時打開，查看被取代的原文，比較前後的差別，並且復原這次操作。修改設定之前，請先執行測試，確認是哪個函式出了問題。
大多數錯誤都是因為輸入的格式和預期不一樣。`;

const korean = `대화가 길어지면 모델이 한 번에 읽을 수 있는 양을 넘게 됩니다. 오래된 메시지를 그냥 지워 버리면 처음에 무엇을 부탁했는지도 함께 사라집니다.
이 확장 프로그램은 압축할 때마다 기록을 남기기 때문에 언제든지 열어서 원래 내용과 비교하고 되돌릴 수 있습니다. 설정을 바꾸기 전에 먼저 테스트를
실행해서 어떤 함수가 실패하는지 확인해 주세요. 오류의 원인은 대부분 입력 형식이 예상과 다르기 때문입니다. 어제는 로그를 읽는 속도가 너무 느리다는
문제를 발견해서 오늘 그 부분을 다시 작성했습니다.`;

const russian = `Когда разговор становится длинным, модель уже не может прочитать его целиком. Если просто удалить самые старые сообщения, вместе с ними
исчезнет и то, о чём человек попросил в начале. Это расширение записывает каждое сжатие, поэтому его можно открыть, сравнить с исходным текстом
и отменить. Перед тем как менять настройки, запустите тесты и проверьте, какая функция не работает. Чаще всего причина ошибки в том, что формат
входных данных отличается от ожидаемого. Вчера мы заметили, что чтение журнала занимает слишком много времени, и сегодня переписали эту часть.`;

const arabic = `عندما تصبح المحادثة طويلة لا يستطيع النموذج قراءتها كلها مرة واحدة. وإذا حذفنا الرسائل القديمة فقط فسوف نفقد أيضا ما طلبه المستخدم في البداية.
هذه الإضافة تسجل كل عملية ضغط، ولذلك يمكن فتحها ومقارنتها بالنص الأصلي ثم التراجع عنها في أي وقت. قبل تغيير الإعدادات يرجى تشغيل الاختبارات
والتأكد من الدالة التي لا تعمل. غالبا ما يكون سبب الخطأ أن شكل البيانات مختلف عن المتوقع. وجدنا أمس أن قراءة السجل بطيئة جدا فأعدنا كتابة هذا الجزء اليوم.`;

const thai = `เมื่อการสนทนายาวขึ้น โมเดลจะไม่สามารถอ่านทั้งหมดได้ในครั้งเดียว ถ้าลบข้อความเก่าออกไปเฉย ๆ สิ่งที่ผู้ใช้ขอไว้ตั้งแต่แรกก็จะหายไปด้วย ส่วนขยายนี้บันทึกการบีบอัดทุกครั้ง
คุณจึงเปิดดู เปรียบเทียบกับข้อความเดิม และย้อนกลับได้ตลอดเวลา ก่อนเปลี่ยนการตั้งค่า กรุณารันการทดสอบและตรวจสอบว่าฟังก์ชันไหนทำงานผิดพลาด สาเหตุส่วนใหญ่มาจากรูปแบบข้อมูลที่ไม่ตรงกับที่คาดไว้`;

const german = `Wenn ein Gespräch lang wird, kann das Modell es nicht mehr auf einmal lesen. Löscht man einfach die ältesten Nachrichten, so geht auch
verloren, worum am Anfang gebeten wurde. Diese Erweiterung schreibt jede Verdichtung auf, man kann sie öffnen, mit dem ursprünglichen Text
vergleichen und rückgängig machen. Bevor Sie die Einstellungen ändern, führen Sie bitte die Tests aus und prüfen Sie, welche Funktion fehlschlägt.
Meistens liegt es daran, dass die Eingabedaten anders aufgebaut sind als erwartet.`;

const hindi = `जब बातचीत लंबी हो जाती है तो मॉडल उसे एक बार में पूरा नहीं पढ़ सकता। अगर पुराने संदेश बस हटा दिए जाएँ तो यह भी खो जाता है कि शुरुआत में क्या माँगा गया था।
यह एक्सटेंशन हर संक्षेप को दर्ज करता है, इसलिए आप उसे कभी भी खोल सकते हैं, मूल पाठ से तुलना कर सकते हैं और वापस ले सकते हैं। सेटिंग बदलने से पहले कृपया परीक्षण चलाएँ।`;

const minified = lines(1, () =>
  Array.from({ length: 160 }, (_, i) => {
    const name = `${String.fromCharCode(97 + (i % 26))}${i.toString(36)}`;
    return of(
      [
        `function ${name}(e,t){return e&&t?e.${of(['length', 'value', 'next', 'type'], i)}:null}`,
        `var ${name}=t=>{for(let n=0;n<t.length;n++)r.push(t[n].${of(['id', 'key', 'props', 'node'], i)});return r};`,
        `e.${name}=o(${i},{a:!0,b:!1,c:void 0}),`,
        `if("string"==typeof ${name}||${name} instanceof Error)throw new TypeError("${of(['bad input', 'not found', 'aborted'], i)}");`,
      ],
      i,
    );
  }).join(''),
);

const markdown = `# Installation\n\n1. Open the **Extensions** view (\`Ctrl+Shift+X\`).\n2. Search for \`spool\` and press *Install*.\n\n\`\`\`bash
npm install --save-dev vitest@4.1.12\nnpm test -- --reporter=dot\n\`\`\`\n\n| setting | default | meaning |\n| --- | --- | --- |
| \`spool.compaction.thresholdRatio\` | 0.8 | when to compact |\n| \`spool.compaction.strategy\` | extract | how to compact |\n\n- [x] first release
- [ ] see [the notes](https://example.org/docs/notes.md#plans)\n\n> **Note:** nothing is ever deleted from the log.\n`;

const shell = `$ npm test\n\n> spool@0.1.0 test\n> node scripts/test.mjs\n\n RUN  v4.1.12 /home/user/project\n\n ✓ test/core/thread/context.test.ts (18 tests) 42ms
 ✓ test/core/tokens/usage.test.ts (7 tests) 5ms\n ❯ test/core/compaction/plan.test.ts (23 tests | 1 failed) 118ms\n   × keeps the newest user message 12ms
     → expected 'assistant' to be 'user' // Object.is equality\n\n Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 47 passed (48)
   Start at  14:03:51\n   Duration  1.32s (transform 201ms, setup 0ms, import 388ms, tests 165ms)\n\nnpm error code ELIFECYCLE\nnpm error errno 1
Error: ENOENT: no such file or directory, open '/home/user/project/.env'\n    at Object.openSync (node:fs:573:18)\n    at readSettings (file:///home/user/project/src/settings.js:12:20)\n`;

const emoji = [
  '🚀',
  '✅',
  '🐛',
  '🎉',
  '🔥',
  '📝',
  '🌍',
  '🧪',
  '👍',
  '😀',
  '🙏',
  '🍕',
  '🛠️',
  '⚠️',
  '👩‍🚀',
  '🇫🇷',
  '🤖',
  '🦀',
  '🎯',
  '💾',
];

export const SAMPLES: readonly Sample[] = [
  { name: 'English prose', text: english },
  { name: 'TypeScript', text: typescript },
  { name: 'Python', text: python },
  { name: 'Markdown', text: markdown },
  { name: 'terminal', text: shell },
  { name: 'minified JS', text: minified },
  {
    name: 'JSON logs',
    text: lines(300, (i) =>
      JSON.stringify({
        ts: time(i),
        level: of(['info', 'warn', 'error', 'debug'], i),
        pid: 1000 + ((i * 7919) % 9000),
        trace: digest(i, 'md5').toString('hex'),
        route: `/v2/${of(['orders', 'users', 'sessions'], i)}/${i * 37}`,
        msg: of(['request completed', 'cache miss', 'retrying upstream call', 'connection reset by peer'], i),
        ms: (i * 37) % 900,
      }),
    ),
  },
  {
    name: 'JSON, indented',
    text: JSON.stringify(
      Array.from({ length: 60 }, (_, i) => ({
        id: i,
        name: `Item ${i}`,
        tags: ['new', of(['red', 'blue'], i)],
        price: i * 1.25,
        stock: null,
      })),
      undefined,
      2,
    ),
  },
  {
    name: 'path listing',
    text: lines(300, (i) => {
      const area = of(['compaction', 'storage', 'chat-view', 'settings'], i);
      const file = of(['index', 'read-lines', 'apply_patch', 'SettingsPanel', 'useThreads', 'types.d'], i * 7);
      return `./${of(['src', 'test', 'packages/core/src'], i)}/${area}/${file}${i % 11}.${of(['ts', 'tsx', 'snap', 'py', 'json'], i)}`;
    }),
  },
  {
    name: 'diff',
    text: lines(60, (i) => {
      const name = of(['limit', 'window', 'reserve', 'threshold'], i);
      return `@@ -${i * 9},6 +${i * 9 + 1},7 @@ export function ${name}Of(thread: Thread) {\n   const ${name} = thread.${name};\n-  if (${name} > ${i}) return undefined;\n+  if (${name} > ${i + 1}) return { ${name}, at: ${i} };\n   return ${name};\n }`;
    }),
  },
  { name: 'base64', text: base64Text(9000) },
  {
    name: 'base64 in lines',
    text: lines(150, (i) =>
      bytes(57 * (i + 1))
        .subarray(57 * i)
        .toString('base64'),
    ),
  },
  { name: 'hex', text: bytes(6000).toString('hex') },
  {
    name: 'hashes',
    text: lines(120, (i) => `${digest(i, 'sha1').toString('hex')} ${of(['main', 'fix', 'feature'], i)}/${i}`),
  },
  { name: 'UUIDs', text: lines(200, (i) => uuidOf(digest(i).toString('hex'))) },
  { name: 'numbers', text: lines(200, (i) => [i * 7919, (i * 0.37).toFixed(3), -i * 13, 2 ** (i % 40)].join(', ')) },
  {
    name: 'emoji',
    text: lines(200, (i) => `${of(emoji, i)} ${of(['done', 'failed', 'ship it', 'review'], i)}${of(emoji, i * 7 + 3)}`),
  },
  {
    name: 'boxes',
    text: lines(
      80,
      (i) => `│ ${of(['├──', '└──'], i)} ${of(['core', 'panel'], i)} → ${i} ✓ │\n├${'─'.repeat(i % 60)}┤`,
    ),
  },
  {
    name: 'white space',
    text: lines(
      120,
      (i) => `${' '.repeat((i * 4) % 48)}${of(['end', 'return', '}'], i)}${'\n'.repeat(i % 4)}${'\t'.repeat(i % 6)}x`,
    ),
  },
  {
    name: 'rulers',
    text: lines(120, (i) => `${of(['=', '-', '#', '*', '/', '_', '.'], i).repeat(20 + (i % 70))} ${i}`),
  },
  { name: 'Japanese', text: japanese },
  { name: 'Chinese', text: chinese },
  { name: 'Chinese, traditional', text: traditionalChinese },
  { name: 'Korean', text: korean },
  { name: 'Russian', text: russian },
  { name: 'Arabic', text: arabic },
  { name: 'Thai', text: thai },
  { name: 'Hindi', text: hindi },
  { name: 'German', text: german },
];
