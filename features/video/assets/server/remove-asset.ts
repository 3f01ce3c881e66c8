import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { assets } from '../contract.ts'
import { deleteAsset } from './delete-asset.ts'
import { onAsset } from './on-asset.ts'

export const removeAsset: Handlers<typeof assets>['remove'] = ({
  params,
  environment,
  ...context
}) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    await deleteAsset(context.app, tenant, asset)
    await recordChange(
      trailOf(within(context.organization, tenant.postgres)),
      actorOfCaller(context.caller, context.request),
      {
        action: 'asset.deleted',
        subjectId: asset.id,
        subjectName: asset.title ?? asset.id,
        environmentId: environment.id,
      },
    )
    return undefined
  })
