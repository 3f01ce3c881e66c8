#!/usr/bin/env node
// Usage: npm run release
import path from 'node:path'
import { writeSbom } from './sbom/write-sbom-file.mjs'
import { buildProgram } from './setup/build-program.mjs'
import { checkNode } from './setup/check-node.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { stopCommandsOnSignal } from './setup/run-command.mjs'
import { runProgram } from './setup/stop.mjs'

const root = path.join(import.meta.dirname, '..')

await runProgram(async () => {
  checkNode()
  stopCommandsOnSignal()
  await installPackages(root)
  await buildProgram(root)
  console.log(writeSbom(root))
})
