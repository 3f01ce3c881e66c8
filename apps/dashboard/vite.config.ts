import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = process.env.DEV_SERVER_URL ?? 'http://127.0.0.1:4000'

/** Few files compress better than many: bench/web.mjs measures what the pages need. */
const chunkGroups = [
  { name: 'start', tags: ['$initial' as const] },
  // What the sign-in page and nearly every screen after it are made of.
  {
    name: 'basics',
    test: /\/(ui\/(button|failed-state|field|form-message|icon-button|link-button|password-field|text-field|tone-icon|use-media-query)|web-kit\/(form|use-answer)|domain\/field-rules|sign-in\/web\/(leave-to|login-ticket|use-provider-outcome|proof\/proof-visit))\.tsx?$/,
  },
  // Apart from the rest: a small part put together with these would bring the overlay library along.
  {
    name: 'shared',
    test: /\/node_modules\/(react-aria|react-aria-components|react-stately|@internationalized)\/|\/ui\/(calendar|calendar-parts|combo-box|command-palette|confirm-dialog|copy-control|date-field|dialog-frame|drawer|dropdown|dropdown-popover|full-screen-modal|menu|menu-popover|modal|multi-select|option-row|overlay|panel-tabs|range-calendar|searchable-dropdown|select|time-field|tooltip|trigger)\.tsx$/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 3000,
  },
  // Tables of views are opened later where they are not the screen itself, so nothing else may lie beside them.
  {
    name: 'shared',
    test: /\/features\/data\/views\/.*\.tsx?$/,
    minShareCount: 2,
    entriesAware: true,
  },
  // What several screens share goes to those who need it, and to nobody else.
  {
    name: 'shared',
    test: /\.(m?js|tsx?)$/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 3000,
  },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' },
    precompress(),
    fetchedParts(),
    playerPages(),
  ],
  resolve: {
    dedupe: ['react', 'react-dom', '@codemirror/state'],
    alias: {
      // The shim brings what React itself has since version 18.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      // The browser needs the shapes of schemas and validates nothing. docs/adr/0018
      'zod/mini': path.join(
        import.meta.dirname,
        '../../packages/contract-kit/shape-only-schemas.ts',
      ),
    },
  },
  build: {
    outDir: '../../build/dashboard',
    emptyOutDir: true,
    sourcemap: true,
    // The page's security policy allows files of our own only, nothing inline.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A part without others is fetched before its import too.
      resolveDependencies: (file, others, { hostType }) =>
        hostType === 'html' || others.length > 0 ? others : [file],
    },
    rolldownOptions: {
      // Importing one thing from a front door must not carry its neighbours into the entry chunk.
      treeshake: {
        moduleSideEffects: [
          { test: /\/(features|packages)\/(?!.*node_modules).*\.tsx?$/, sideEffects: false },
        ],
      },
      output: {
        // Names of shared parts would list all who share them.
        chunkFileNames: ({ name }) =>
          name.startsWith('shared') ? 'assets/shared-[hash].js' : 'assets/[name]-[hash].js',
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: {
    port: 4001,
    strictPort: true,
    proxy: {
      '/ui/v1': server,
      '/data/v1': server,
      '/video/v1': server,
      '/system/v1': server,
      '^/uploads/[^/]+$': server,
      '^/samples/[^/]+$': server,
      '^/(watch|embed)/': server,
      '^/[A-Za-z0-9]{20,64}(\\.m3u8|/)': server,
      '/readyz': server,
      // What players report; a GET of the same address is the dashboard.
      '^/$': {
        target: server,
        bypass: ({ method, url }) => (method === 'GET' || method === 'HEAD' ? url : undefined),
      },
      '/socket': { target: server, ws: true },
    },
  },
})

/** Writes .br and .gz beside what compresses, so that the server never compresses while it answers. */
export function precompress(): Plugin {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  return {
    name: 'precompress',
    // Tests serve what they build to themselves.
    apply: (_, { command, mode }) => command === 'build' && mode !== 'test',
    writeBundle: async ({ dir }) => {
      if (!dir) return
      const files = await readdir(dir, { recursive: true })
      const texts = files.filter((file) => /\.(js|css|html|svg|json|txt)$/.test(file))
      await Promise.all(
        texts.map(async (file) => {
          const content = await readFile(path.join(dir, file))
          await writeFile(path.join(dir, `${file}.br`), await brotli(content, quality))
          await writeFile(path.join(dir, `${file}.gz`), await zip(content, { level: 9 }))
        }),
      )
    },
  }
}

/** What is imported later is fetched by a way that forgets failures. docs/adr/0043 */
function fetchedParts(): Plugin {
  const source = path.join(import.meta.dirname, 'fetch-parts.ts')
  return {
    name: 'fetched-parts',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js'
        ? `export { fetchParts as __vitePreload } from ${JSON.stringify(source)}`
        : undefined,
  }
}

/** The pages of viewers come from the server; while developing, their script comes from its source. */
function playerPages(): Plugin {
  const entry = path.join(import.meta.dirname, '../../features/video/playback/web/watch-page.ts')
  return {
    name: 'player-pages',
    apply: 'serve',
    configureServer: ({ middlewares }) =>
      void middlewares.use((request, response, next) => {
        const [address] = (request.url ?? '').split('?')
        if (address === '/player/player.css') {
          // The styles come with the script.
          response.setHeader('content-type', 'text/css')
          response.end()
          return
        }
        if (address === '/player/player.js') request.url = `/@fs${entry}`
        next()
      }),
  }
}
