import { invalidField } from '@playhead/contract-kit/errors.ts'
import { onAsset } from '@playhead/features/video/assets/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { tracks } from '../contract.ts'
import { addTrack } from './add-track.ts'
import { requireTrack } from './require-track.ts'
import { languageName } from './language-name.ts'
import { refuseUnready } from './refuse-unready.ts'

export const generateSubtitles: Handlers<typeof tracks>['generateSubtitles'] = ({
  environment,
  params,
  body,
}) =>
  onAsset(environment, params.id, async (tenant, asset) => {
    const audio = await requireTrack(tenant, asset, params.track_id)
    if (audio.type !== 'audio')
      throw invalidField('track_id', 'Subtitles are generated from an audio track.')
    refuseUnready(asset)
    if (audio.status !== 'ready')
      throw invalidField('track_id', 'This audio track is not ready yet.')
    if (body.generated_subtitles.length === 0)
      throw invalidField('generated_subtitles', 'generated_subtitles: ask for at least one')
    const data = []
    for (const { language_code: language = 'en', name, passthrough } of body.generated_subtitles)
      data.push(
        await addTrack(
          tenant,
          asset,
          {
            type: 'text',
            textSource: 'generated_vod',
            name: name || languageName(language),
            languageCode: language,
            passthrough,
            sourceStream: audio.source_stream,
          },
          audio.id,
        ),
      )
    return { data }
  })
