#!/usr/bin/env node
// Usage: node bench/web-beside.mjs <folder of another checkout> [--views=1000000] [--rounds=15] – the metrics screen of both by
// turns, because a machine that is slower in the next minute would make one of them look worse. It writes no results.
import path from 'node:path'
import { buildProgram } from '../tools/setup/build-program.mjs'
import { openData, visitMetrics } from './web/measure-data.mjs'
import { median } from './web/measure-page.mjs'

const root = path.join(import.meta.dirname, '..')
const [other, ...options] = process.argv.slice(2)
if (!other) throw new Error('Name the folder of another checkout, with its packages installed.')
const numberOf = (name, usual) => {
  const given = options.find((option) => option.startsWith(`--${name}=`))
  return Number(given?.slice(name.length + 3) ?? usual)
}
const views = numberOf('views', 1_000_000)
const rounds = numberOf('rounds', 15)

const sides = []
const visits = new Map()
try {
  for (const folder of [root, path.resolve(other)]) {
    await buildProgram(folder)
    sides.push(await openData(folder, views))
  }
  for (const side of sides) visits.set(side, [])
  for (let round = 0; round < rounds; round += 1)
    for (const side of round % 2 === 0 ? sides : sides.toReversed())
      visits.get(side).push(await visitMetrics(side, round))
} finally {
  for (const side of sides) await side.close()
}

const [here, there] = sides.map((side) => visits.get(side))
console.log('What: here, there, ratio')
const say = (what, valueOf) => {
  const [one, two] = [here, there].map((side) => median(side.map(valueOf)))
  console.log(`${what}: ${one.toFixed(1)} ms, ${two.toFixed(1)} ms, ${(one / two).toFixed(2)}`)
}
for (const [index, [what]] of here[0].times.entries()) say(what, ({ times }) => times[index][1])
say('a move over the chart', ({ hover }) => hover)
