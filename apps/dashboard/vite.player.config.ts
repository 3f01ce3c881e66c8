import { defineConfig } from 'vite'
import { precompress } from './vite.config.ts'

/** The pages of viewers: a player, without any dashboard code. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [precompress()],
  build: {
    outDir: '../../build/player',
    emptyOutDir: true,
    sourcemap: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One script and one style sheet, so that a viewer waits for nothing else.
    cssCodeSplit: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: '../../features/video/playback/web/watch-page.ts',
      output: {
        codeSplitting: false,
        entryFileNames: 'player/player.js',
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css'))
            ? 'player/player.css'
            : 'player/[name]-[hash][extname]',
      },
    },
  },
})
