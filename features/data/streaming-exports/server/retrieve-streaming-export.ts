import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { streamingExports } from '../contract.ts'
import { presentStreamingExport } from './present-streaming-export.ts'
import { requireFlag } from './require-flag.ts'
import { requireStreamingExport } from './require-streaming-export.ts'

export const retrieveStreamingExport: Handlers<typeof streamingExports>['retrieve'] = async ({
  app,
  environment,
  flags,
  params,
}) => {
  const row = await requireStreamingExport(environment, params.id)
  requireFlag({ flags }, row.kind)
  return { data: presentStreamingExport(app, row) }
}
