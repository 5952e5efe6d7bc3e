/** Setup of every run: removes the folders that a test file made, after its last test. */
import { afterAll } from 'vitest';
import { removeFolders } from './new-folder.ts';

afterAll(removeFolders);
