/** A question in German about the waits; the answer is in German, and the jitter moves under the cap. */
import { edit, fails, read, round, run, search, sees, test } from '../calls.mjs';

export const turn = {
  user: `Kurze Zwischenfrage, auf Deutsch, weil der Kollege von der Werft mitliest: Warum sind in logs/upload-0412.log die späten Wartezeiten praktisch alle genau 20000 ms? Das ist doch kein Jitter mehr. Bitte antworte auf Deutsch, zähl nach, und behebe es gleich, wenn du sicher bist. Der Code und die Kommentare bleiben englisch.`,
  rounds: [
    round(
      'Ich zähle zuerst nach, bevor ich etwas behaupte: alle Wartezeiten ab dem zehnten Versuch, und wie viele davon genau an der Grenze liegen.',
      sees(
        run(
          `node -e "const l=require('node:fs').readFileSync('logs/upload-0412.log','utf8').split('\\n').filter(x=>/ retry /.test(x)).map(x=>[+/try=(\\d+)/.exec(x)[1],+/wait=(\\d+)/.exec(x)[1]]);for(const [a,b] of [[1,5],[6,8],[9,12],[13,999]]){const w=l.filter(([n])=>n>=a&&n<=b);console.log('try '+a+'-'+b+': '+w.length+' waits, '+w.filter(([,ms])=>ms===20000).length+' of exactly 20000 ms')}"`,
        ),
        'try 13-999: 561 waits, 560 of exactly 20000 ms',
      ),
      search('try=(9|12|15|20) ', 'logs/upload-0412.log'),
      read('src/backoff.js', 14, 40),
    ),
    round(
      'Die Ursache steht in einer Zeile von `nextDelay()`: `Math.min(capMs, random() * ceiling)`. Die Obergrenze wächst auch über die Kappung hinaus weiter, beim 13. Versuch auf 1.024.000 ms; ein Zufallswert davon liegt fast immer über 20.000 und wird abgeschnitten. docs/retries.md verlangt es umgekehrt: der Zufall wirkt auf den schon gekappten Wert. Zuerst ein Test, der das misst.',
      edit(
        'test/backoff.test.js',
        "  it('may be as short as nothing', () => {",
        `  it('spreads the late waits over the whole range below the cap', () => {
    const random = seededRandom(412);
    const waits = Array.from({ length: 400 }, () => nextDelay(13, random));
    const atCap = waits.filter((ms) => ms === DEFAULT_BACKOFF.capMs).length;
    const mean = waits.reduce((sum, ms) => sum + ms, 0) / waits.length;
    assert.ok(atCap <= 4, \`\${atCap} of 400 waits are exactly the cap\`);
    assert.ok(Math.abs(mean - 10_000) < 1_000, \`the mean is \${Math.round(mean)} ms, not about 10000\`);
  });

  it('may be as short as nothing', () => {`,
      ),
      fails(test('test/backoff.test.js'), '394 of 400 waits are exactly the cap', ' 1 failed'),
    ),
    round(
      'Rot, und deutlich. Jetzt die Zeile, und der Kommentar dazu, damit es niemand zurückdreht.',
      edit(
        'src/backoff.js',
        `  const ceiling = baseMs * factor ** (attempts - 1);
  return Math.round(Math.min(capMs, random() * ceiling));`,
        `  // The cap first: applied to the product it would cut nearly every late wait to exactly capMs, and all clients would come back together.
  const ceiling = Math.min(capMs, baseMs * factor ** (attempts - 1));
  return Math.round(random() * ceiling);`,
      ),
      sees(test('test/backoff.test.js test/queue.test.js'), ' 0 failed'),
    ),
  ],
  answer: `Behoben. Die Erklärung für den Kollegen:

**Was man im Protokoll sieht.** Ab dem 13. Versuch gibt es in logs/upload-0412.log 561 Wartezeiten, davon 560 von genau 20000 ms. Bis zum fünften Versuch ist es keine einzige von 45. Dazwischen kippt es.

**Warum.** \`nextDelay()\` in src/backoff.js würfelte zwischen 0 und der *ungekappten* Obergrenze (250 ms × 2^(n−1), beim 13. Versuch also gut 17 Minuten) und schnitt das Ergebnis danach bei 20 s ab. Fast jeder Wurf liegt darüber, also ist fast jede Wartezeit genau die Grenze. Der Zweck des Jitters, dass viele Clients nicht gleichzeitig zurückkommen, ist damit dahin.

**Die Änderung.** Erst kappen, dann würfeln, so wie docs/retries.md es unter „The wait“ beschreibt. Der neue Test in test/backoff.test.js maß vorher 394 von 400 Wartezeiten an der Grenze; jetzt höchstens 4, und der Mittelwert liegt bei etwa 10 s.

Mit den fünf Versuchen des neuen Budgets wird die Grenze mit den Standardwerten gar nicht mehr erreicht (längste Wartezeit 2 s). Wer aber \`baseMs\` hochsetzt, hätte den Fehler weiter gehabt.`,
};
