#!/usr/bin/env node
// Usage: node tools/dev.mjs – the server from source, restarted on change, and the dashboard with fast refresh.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { checkNode } from './setup/check-node.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { runProgram } from './setup/stop.mjs'

const root = path.join(import.meta.dirname, '..')
const dashboardOrigin = 'http://localhost:4001'

await runProgram(async () => {
  checkNode()
  await installPackages(root)
})

const port = process.env.PORT ?? '4000'
const server = run('tsx/dist/cli.mjs', ['watch', '--clear-screen=false', 'apps/server/main.ts'], {
  PORT: port,
  PLAYHEAD_PUBLIC_URL: process.env.PLAYHEAD_PUBLIC_URL ?? dashboardOrigin,
})
const dashboard = run('vite/bin/vite.js', ['--config', 'apps/dashboard/vite.config.ts'], {
  DEV_SERVER_URL: `http://127.0.0.1:${port}`,
})

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))
server.on('close', () => stop('SIGTERM'))
dashboard.on('close', () => stop('SIGTERM'))

function run(tool, args, env) {
  return spawn(process.execPath, [path.join(root, 'node_modules', tool), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
}

function stop(signal) {
  server.kill(signal)
  dashboard.kill(signal)
}
