import { randomUUID } from 'node:crypto'
import { request } from '@playwright/test'
import { askProgram } from '../../bench/ask-program.mjs'
import { Stop } from '../setup/stop.mjs'

/** The demo person is not staff: a staff account from the command line opens the operator pages. */
export const signInStaff = async ({ root, dataFolder, origin }, { organizationId }) => {
  const session = { email: 'nora.lind@northlight.example', password: randomUUID() }
  await askProgram(root, dataFolder, 'user create', {
    ...session,
    'first-name': 'Nora',
    'last-name': 'Lind',
    organization: organizationId,
    admin: true,
    internal: true,
  })
  const visitor = await request.newContext({ baseURL: origin })
  const headers = { 'x-requested-with': 'playhead' }
  const answer = await visitor.post('/ui/v1/session', { headers, data: { session } })
  if (!answer.ok()) throw new Stop(`Staff cannot sign in: ${await answer.text()}`)
  const state = await visitor.storageState()
  await visitor.dispose()
  return state
}
