import { availableParallelism, totalmem } from 'node:os'
import { existsSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { readBuildInputs, removeStamp, writeStamp } from './build-inputs.mjs'
import { runCommand } from './run-command.mjs'
import { Stop } from './stop.mjs'

const configs = {
  server: 'apps/server/vite.config.ts',
  dashboard: 'apps/dashboard/vite.config.ts',
  player: 'apps/dashboard/vite.player.config.ts',
}
const apps = Object.keys(configs)
const manifest = 'build/dashboard-manifest.json'
const products = [
  manifest,
  'build/server/main.js',
  'build/dashboard/index.html',
  'build/player/player/player.js',
]

/** Builds server, dashboard and player when a source has changed since the last finished build. */
export const buildProgram = async (root) => {
  const inputs = readBuildInputs(root)
  if (inputs.isBuilt && products.every((file) => existsSync(path.join(root, file)))) return false
  console.log('Building the server, the dashboard and the player. This takes a minute or two …')
  const begunAt = Date.now()
  // Without a stamp an interrupted build is repeated.
  removeStamp(root)
  // Built in a separate folder and swapped in as a whole: a program that runs from the old build keeps its files until
  // then.
  const making = path.join(root, 'build', `.making-${process.pid}`)
  try {
    const isRoomy = availableParallelism() > 1 && totalmem() > 3 * 1024 ** 3
    if (isRoomy) await Promise.all(apps.map((app) => buildApp(root, app, making)))
    else for (const app of apps) await buildApp(root, app, making)
    // Which script needs which others is for the test of their weight, not for browsers.
    renameSync(path.join(making, 'dashboard/.vite/manifest.json'), path.join(root, manifest))
    rmSync(path.join(making, 'dashboard/.vite'), { recursive: true })
    for (const app of apps) replaceFolder(path.join(root, 'build', app), path.join(making, app))
    writeStamp(root, inputs)
    console.log(`Built in ${Math.round((Date.now() - begunAt) / 1000)} seconds.`)
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
  return true
}

function replaceFolder(folder, by) {
  const old = `${by}-old`
  if (existsSync(folder)) renameSync(folder, old)
  renameSync(by, folder)
}

async function buildApp(root, app, making) {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const config = path.join(root, configs[app])
  const { code, output } = await runCommand(
    process.execPath,
    [
      vite,
      'build',
      '--config',
      config,
      '--outDir',
      path.join(making, app),
      '--emptyOutDir',
      '--logLevel',
      'warn',
      ...(app === 'dashboard' ? ['--manifest'] : []),
    ],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  if (code === 0) return
  console.error(output.trim())
  throw new Stop(`Building the ${app} failed: see the lines above.`)
}
