/** Bundles three elements that few threads show into one chunk: a failed compaction, a running compaction, and attachments. */
import './spool-attached.ts';
import './spool-attempt.ts';
import './spool-running.ts';
