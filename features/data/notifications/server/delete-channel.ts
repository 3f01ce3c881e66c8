import type { App } from '@playhead/server-kit/app.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { deleteChannel as deleteRow } from './notification-channels.sql.ts'
import { recordChannelChange } from './record-channel-change.ts'
import { requireLockedChannel } from './require-channel.ts'

type Caller = EnvironmentContext & { app: App; request: RequestFacts }

export const deleteChannel = ({ environment, ...context }: Caller, id: string) =>
  environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const before = await requireLockedChannel(tenant, id)
    await deleteRow(tenant, id)
    await recordChannelChange({ ...context, environment }, tenant, 'deleted', { before })
  })
