/** Which language a person writes in, of those that Spool ships. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guessLanguage, LANGUAGES } from '../../../src/core/prompts/guess-language.ts';

describe('a guess at the language', () => {
  test.each([
    ['en', 'Please fix the parser, and do not touch the tests that are red for other reasons.'],
    ['de', 'Bitte behebe den Fehler im Parser und ändere nicht die Tests, die aus anderen Gründen rot sind.'],
    ['de', 'Kannst du das für mich prüfen? Der Build ist rot und ich weiß nicht, warum.'],
    ['es', 'Arregla el analizador, pero no toques los tests que fallan por otras razones; usa una función para esto.'],
    ['fr', 'Corrige le parseur, et ne touche pas aux tests qui échouent pour une autre raison.'],
    ['ja', 'src/parser.ts のバグを直してください。テストは変更しないでください。'],
    ['zh', '请修复 src/parser.ts 里的错误,不要改动其他测试。'],
  ])('%s: %s', (language, text) => expect(guessLanguage([text])).toBe(language));

  test.each([
    ['nothing', ''],
    ['one word', 'weiter'],
    ['a command', 'npm test && git status'],
    [
      'Italian',
      'Per favore correggi il parser e non toccare i test che sono rossi, anche se il codice della funzione non è bello.',
    ],
    ['Portuguese', 'Corrige o parser, por favor, mas não mexa nos testes que são vermelhos, para que isso não mude.'],
    ['Dutch', 'Los de fout in de parser op, maar verander niet de tests die van het begin af rood zijn.'],
    ['Swedish', 'Rätta felet i parsern och ändra inte de tester som är röda av andra skäl.'],
    ['Polish', 'Popraw błąd w parserze i nie zmieniaj testów, które są czerwone z innych powodów.'],
    ['Russian', 'Исправь ошибку в парсере и не трогай остальные тесты.'],
    ['traditional Chinese', '請修復這個錯誤,不要改動其他檔案。'],
    ['one Japanese name in English', 'Please rename the function to 検索 and run the tests that use it.'],
  ])('%s is English, since it is not clear or not shipped', (_, text) => expect(guessLanguage([text])).toBe('en'));

  test('code and what is pasted behind the message do not count', () => {
    const code = '```\nthe and to of that it for with this you please are should can use\n```';
    expect(guessLanguage([`Warum ist das falsch und was ist der Grund dafür?\n${code}`])).toBe('de');
    expect(
      guessLanguage([
        `Bitte prüfe das und sag mir, warum der Test nicht läuft. ${'.'.repeat(1_000)} ${'the '.repeat(500)}`,
      ]),
    ).toBe('de');
  });

  test('the newest of many messages tell it', () => {
    const english = Array.from({ length: 50 }, () => 'Please look at the file and tell me what it is for.');
    const german = Array.from({ length: 20 }, () => 'Bitte sieh dir die Datei an und sag mir, was der Zweck ist.');
    expect(guessLanguage([...english, ...german])).toBe('de');
    expect(guessLanguage([...german, ...english])).toBe('en');
  });

  test('any texts have one', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => LANGUAGES.includes(guessLanguage(texts))),
    );
  });
});
