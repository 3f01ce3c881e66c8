import { actorOf } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { operator } from '../contract.ts'
import { changeReadOnly } from './change-read-only.ts'

export const setReadOnly: Handlers<typeof operator>['setReadOnly'] = async ({
  app,
  session,
  request,
  body,
}) => ({
  data: await changeReadOnly(app, actorOf(session, request), body.read_only),
})
