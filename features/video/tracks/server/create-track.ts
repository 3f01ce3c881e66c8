import { onAsset, refuseAddress } from '@playhead/features/video/assets/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { tracks } from '../contract.ts'
import { addTrack } from './add-track.ts'
import { languageName } from './language-name.ts'
import { refuseUnready } from './refuse-unready.ts'

export const createTrack: Handlers<typeof tracks>['create'] = ({
  app,
  environment,
  params,
  body,
}) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    await app.disk.refuseWithoutRoom()
    refuseAddress(body.url)
    refuseUnready(asset)
    const data = await addTrack(tenant, asset, {
      type: body.type,
      name: body.name || languageName(body.language_code),
      languageCode: body.language_code,
      passthrough: body.passthrough,
      url: body.url,
      ...(body.type === 'text' && {
        textSource: 'uploaded' as const,
        closedCaptions: body.closed_captions,
      }),
    })
    return { data }
  })
