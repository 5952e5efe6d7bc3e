/** Builds the panel and the gallery's page and serves them on loopback. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import { panelOptions } from '../../scripts/lib/build.mjs';

const root = path.resolve(import.meta.dirname, '../..');
export interface GalleryFacts {
  readonly address: string;
  /** Bytes, minified, of the panel's scripts and style sheet that are loaded at its start. */
  readonly size: number;
  /** Bytes of the scripts that are loaded when they are first needed. */
  readonly lazySize: number;
}

export interface Gallery extends GalleryFacts {
  close(): void;
}

export async function serveGallery(): Promise<Gallery> {
  const common = {
    bundle: true,
    write: false,
    minify: true,
    target: 'es2022',
    outdir: '/',
    logLevel: 'silent',
  } as const;
  const [panel, host] = await Promise.all([
    build({
      ...common,
      ...panelOptions,
      metafile: true,
      absWorkingDir: '/',
      entryPoints: [path.join(root, 'src/webview/main.ts')],
    }),
    build({ ...common, format: 'iife', entryPoints: [path.join(root, 'test/gallery/fake-host.ts')] }),
  ]);
  const files = new Map<string, string | Uint8Array>([
    ['/', readFileSync(path.join(root, 'test/gallery/panel.html'))],
    ['/theme.css', readFileSync(path.join(root, 'test/gallery/theme.css'))],
    ...[...panel.outputFiles, ...host.outputFiles].map((file) => [file.path, file.contents] as const),
  ]);
  const server = createServer((request, response) => {
    const [name = ''] = request.url?.split('?') ?? [];
    const file = files.get(name);
    const type = name.endsWith('.js') ? 'text/javascript' : name.endsWith('.css') ? 'text/css' : 'text/html';
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': type });
    response.end(file);
  });
  const port = await listen(server);
  const atStart = loadedAtStart(panel.metafile);
  const sum = (wanted: (file: string) => boolean) =>
    panel.outputFiles.reduce((bytes, file) => bytes + (wanted(file.path) ? file.contents.length : 0), 0);
  return {
    address: `http://127.0.0.1:${port}`,
    size: sum((file) => atStart.has(file)),
    lazySize: sum((file) => !atStart.has(file)),
    close: () => server.close(),
  };
}

/** The style sheet, the entry, and whatever it imports without waiting. */
function loadedAtStart({ outputs }: Metafile): ReadonlySet<string> {
  const found = new Set(['/main.css']);
  const visit = (file: string) => {
    if (found.has(`/${file}`)) return;
    found.add(`/${file}`);
    for (const { path: imported, kind } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement') visit(imported);
  };
  visit('main.js');
  return found;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address) resolve(address.port);
      else reject(new Error('the gallery has no port'));
    });
  });
}
