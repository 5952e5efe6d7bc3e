/** Boots the panel inside the editor's webview. */
import './styles/main.css';
import { createAnnouncer } from './a11y/announcer.ts';
import { App } from './app.ts';
import type { EditorApi } from './channel.ts';
import { readLanguage } from './l10n.ts';
import { registerToolkit } from './toolkit.ts';
import { onAction } from './ui/action.ts';
import './ui/spool-bar.ts';
import './ui/spool-code.ts';
import './ui/spool-composer.ts';
import './ui/spool-context-card.ts';
import './ui/spool-empty.ts';
import './ui/spool-entry.ts';
import './ui/spool-fold.ts';
import './ui/spool-gauge.ts';
import './ui/spool-instructions.ts';
import './ui/spool-live.ts';
import './ui/spool-marker.ts';
import './ui/spool-message.ts';
import './ui/spool-notice.ts';
import { SpoolPanel } from './ui/spool-panel.ts';
import './ui/spool-preview.ts';
import './ui/spool-running.ts';
import './ui/spool-stream.ts';
import './ui/spool-thread.ts';
import './ui/spool-tool.ts';
import './ui/spool-turn.ts';

declare function acquireVsCodeApi(): EditorApi;

readLanguage(document);
registerToolkit();
const panel = new SpoolPanel();
document.body.append(panel);
const app = new App(acquireVsCodeApi(), panel, createAnnouncer(document));
onAction(panel, (action) => app.act(action));
window.addEventListener('message', (event) => app.receive(event.data));
app.start();
