#!/usr/bin/env node
// Usage: npm run sbom [-- --at=2026-11-22T12:00:00Z]
import path from 'node:path'
import { runProgram, Stop } from './setup/stop.mjs'
import { writeSbom } from './sbom/write-sbom-file.mjs'

await runProgram(async () => {
  const { root, at } = readArguments(process.argv.slice(2))
  console.log(writeSbom(root ?? path.join(import.meta.dirname, '..'), at))
})

function readArguments(args) {
  const values = {}
  for (const arg of args) {
    const [, name, value] = /^--(root|at)=(.+)$/.exec(arg) ?? []
    if (!name) throw new Stop(`Unknown argument ${arg}. Usage: npm run sbom -- --at=TIME`)
    values[name] = value
  }
  return values
}
