import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { runCommand } from '../tools/setup/run-command.mjs'

/** Creates a separate person, so that the figures do not depend on the demo data. */
export const makePerson = async (root, dataFolder) => {
  const operator = (...words) => runOperator(root, dataFolder, words)
  const organization = await operator('organization', 'create', '--name', 'Bench')
  const environment = await operator(
    'environment',
    'create',
    '--organization',
    organization.id,
    '--name',
    'Production',
  )
  const person = { email: 'bench@example.com', password: randomUUID() }
  const { email, password } = person
  const account = ['--email', email, '--password', password, '--organization', organization.id]
  await operator('user', 'create', ...account, '--admin')
  return { ...person, organization, environment }
}

/** Runs a command of the operator on the running program. */
export const runOperator = async (root, dataFolder, words) => {
  const { code, output } = await runCommand(
    process.execPath,
    [path.join(root, 'tools/playhead.mjs'), ...words, '--json'],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, PLAYHEAD_DATA: dataFolder } },
  )
  if (code !== 0) throw new Error(output)
  return JSON.parse(output)
}
