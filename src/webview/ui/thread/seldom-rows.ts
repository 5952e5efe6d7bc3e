/** The parts of the thread that are seldom shown, in one chunk: attempts to compact, a running compaction, what is attached to a message. */
import './spool-attached.ts';
import './spool-attempt.ts';
import './spool-running.ts';
