/** The webview's entry point: creates the panel and connects it with the extension host. */
import './styles/main.css';
import { createAnnouncer } from './a11y/announcer.ts';
import { App } from './app/app.ts';
import { onAction } from './state/action.ts';
import type { EditorApi } from './state/channel.ts';
import { registerToolkit } from './toolkit.ts';
import { readLanguage } from './words/l10n.ts';
import './ui/parts/spool-code.ts';
import './ui/dock/spool-composer.ts';
import './ui/parts/spool-elapsed.ts';
import './ui/thread/spool-empty.ts';
import './ui/thread/spool-short-row.ts';
import './ui/thread/spool-fold.ts';
import './ui/dock/spool-gauge.ts';
import './ui/dock/spool-mode.ts';
import './ui/thread/spool-reply-stream.ts';
import './ui/thread/spool-marker.ts';
import './ui/thread/spool-message.ts';
import './ui/dock/spool-notice.ts';
import { SpoolPanel } from './ui/spool-panel.ts';
import './ui/parts/spool-markdown-stream.ts';
import './ui/thread/spool-thread.ts';
import './ui/thread/spool-tool.ts';
import './ui/thread/spool-turn.ts';

declare function acquireVsCodeApi(): EditorApi;

readLanguage(document);
registerToolkit();
const panel = new SpoolPanel();
document.body.append(panel);
const app = new App(acquireVsCodeApi(), panel, createAnnouncer(document));
onAction(panel, (action) => app.act(action));
window.addEventListener('message', (event) => app.receive(event.data));
window.addEventListener('focus', () => app.act({ type: 'focused', isFocused: true }));
window.addEventListener('blur', () => app.act({ type: 'focused', isFocused: false }));
app.start();
