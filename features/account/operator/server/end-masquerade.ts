import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { operator } from '../contract.ts'
import { endCurrentMasquerade } from './end-current-masquerade.ts'

export const endMasquerade: Handlers<typeof operator>['endMasquerade'] = ({
  app,
  ...masquerader
}) =>
  app.postgres.transaction(async (postgres) => {
    await endCurrentMasquerade(postgres, masquerader)
    return undefined
  })
