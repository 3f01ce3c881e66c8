#!/usr/bin/env node
import { listenCommand, runListen } from './listen/command.mjs'
import { callServer, serverCommands } from './operator/call-server.mjs'
import { findCommand, readOptions } from './operator/command-line.mjs'
import { describeCommand, listCommands, present } from './operator/present.mjs'
import { progressShown } from './operator/show-progress.mjs'
import { runProgram, Stop } from './setup/stop.mjs'

const words = process.argv.slice(2)
const isJson = words.includes('--json')
const isHelp = words.includes('--help')
const rest = words.filter((word) => word !== '--json' && word !== '--help')

await runProgram(async () => {
  // It needs no server of this machine.
  const isListen = findCommand([listenCommand], rest) !== undefined
  const commands = isListen ? [listenCommand] : [...(await serverCommands()), listenCommand]
  const command = findCommand(commands, rest)
  if (!command) {
    if (rest.length === 0 || isHelp) return console.log(listCommands(commands))
    throw new Stop(`Unknown command: ${rest.join(' ')}\n${listCommands(commands)}`)
  }
  if (isHelp) return console.log(describeCommand(command))
  const options = readOptions(command, rest.slice(command.name.split(' ').length))
  if (isListen) return runListen(options, isJson)
  const { tell, clear } = progressShown(isJson)
  const call = { command: command.name, options }
  const answer = await callServer('POST', '/command', call, tell).finally(clear)
  console.log(isJson ? JSON.stringify(answer) : present(answer))
  // The command succeeded but found a problem.
  if (answer.status === 'failed') process.exitCode = 1
})
