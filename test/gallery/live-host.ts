/** The fake host of the live gallery, on the day and at the time of the gallery's threads. */
import { at } from './rows.ts';
import './fake-host.ts';

const now = at('14:20');
Date.now = () => now;
