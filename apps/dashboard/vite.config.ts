import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './chunk-groups.config.ts'

const server = process.env.DEV_SERVER_URL ?? 'http://127.0.0.1:4000'

/** Writes .br and .gz files at build time, so that the server never compresses while it answers. */
export const precompress = (): Plugin => {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  return {
    name: 'precompress',
    // Tests serve their own build.
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
      // React itself has included what the shim provides since version 18.
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
    // The page's content policy allows only our own files, nothing inline.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A chunk without dependencies is fetched before its import too.
      resolveDependencies: (file, others, { hostType }) =>
        hostType === 'html' || others.length > 0 ? others : [file],
    },
    rolldownOptions: {
      // Importing one export of a front door must not pull the others into the entry chunk.
      treeshake: {
        moduleSideEffects: [
          { test: /\/(features|packages)\/(?!.*node_modules).*\.tsx?$/, sideEffects: false },
        ],
      },
      output: {
        // The names of shared chunks would list all modules that share them.
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
      // Beacons of players; a GET of the same address is the dashboard.
      '^/$': {
        target: server,
        bypass: ({ method, url }) => (method === 'GET' || method === 'HEAD' ? url : undefined),
      },
      '/socket': { target: server, ws: true },
    },
  },
})

/** Lazy imports use a loader that does not cache failures. docs/adr/0043 */
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

/** The server renders the pages of viewers; during development their script comes from its source. */
function playerPages(): Plugin {
  const entry = path.join(import.meta.dirname, '../../features/video/playback/web/watch-page.ts')
  return {
    name: 'player-pages',
    apply: 'serve',
    configureServer: ({ middlewares }) =>
      void middlewares.use((request, response, next) => {
        const [address] = (request.url ?? '').split('?')
        if (address === '/player/player.css') {
          // In development, the script includes the styles.
          response.setHeader('content-type', 'text/css')
          response.end()
          return
        }
        if (address === '/player/player.js') request.url = `/@fs${entry}`
        next()
      }),
  }
}
