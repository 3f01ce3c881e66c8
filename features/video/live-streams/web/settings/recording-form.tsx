import { videoQualities } from '@playhead/domain/flags.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { CodeBlock } from '@playhead/ui/code/code-block.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { RadioGroup } from '@playhead/ui/choices/radio-group.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { toSnake } from '@playhead/contract-kit/case-seam.ts'
import { AssetOptions } from '@playhead/features/video/assets/contract'
import { useScreenPath } from '@playhead/web-kit/navigation/screen-places.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import type { LiveStream } from '../live-stream-facts.ts'
import { SaveButtons } from './save-buttons.tsx'
import { useSettingsForm } from './use-settings-form.ts'

type VideoQuality = (typeof videoQualities)[number]

interface Recording {
  title: string
  videoQuality: VideoQuality | null
}

const qualities = [
  { value: 'basic', label: 'Basic', description: 'Viewers get what the encoder sends.' },
  { value: 'plus', label: 'Plus', description: 'One smaller rendition beside it.' },
  { value: 'premium', label: 'Premium', description: 'Two smaller renditions.' },
] as const

/** LIVE-015 */
const QualityLink = () => {
  const { freeVodEncodingEnabled } = useFlags()
  const href = useScreenPath()('settings/video-quality')
  return (
    freeVodEncodingEnabled &&
    href !== undefined && (
      <p className="text-sm text-ink-3">
        Without a choice, the <Link href={href}>default video quality</Link> counts.
      </p>
    )
  )
}

/** LIVE-005: what each broadcast is recorded as. */
export const RecordingForm = ({ stream }: { stream: LiveStream }) => {
  const settings = stream.newAssetSettings ?? {}
  const initial: Recording = {
    title: settings.meta?.title ?? '',
    videoQuality: settings.videoQuality ?? null,
  }
  const { form, foot } = useSettingsForm<Recording>({
    id: stream.id,
    initial,
    changesOf: ({ title, videoQuality }) => ({
      newAssetSettings: {
        meta: { ...settings.meta, title },
        ...(videoQuality && { videoQuality }),
      },
    }),
    doneTitle: 'Recording settings saved',
  })
  return (
    <Card title="Recordings" description="The asset that each broadcast becomes.">
      <form {...form.formProps}>
        <Stack gap={4}>
          <TextField
            {...form.field('title')}
            label="Title of recordings"
            description="Without one, the title of the live stream."
            autoComplete="off"
          />
          <RadioGroup
            label="Video Quality"
            value={form.values.videoQuality}
            onChange={(quality) => form.set('videoQuality', quality)}
            options={qualities}
          />
          <QualityLink />
          <CodeBlock
            label="new_asset_settings"
            text={JSON.stringify(toSnake(AssetOptions, settings), null, 2)}
          />
          <SaveButtons {...foot} />
        </Stack>
      </form>
    </Card>
  )
}
