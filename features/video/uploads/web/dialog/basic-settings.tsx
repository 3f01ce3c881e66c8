import {
  betaCaptionLanguages,
  captionLanguages,
  maxResolutionTiers,
  type VideoQuality,
} from '@playhead/domain/video.ts'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { MultiSelect } from '@playhead/ui/choices/multi-select.tsx'
import { RadioGroup } from '@playhead/ui/choices/radio-group.tsx'
import { Switch } from '@playhead/ui/choices/switch.tsx'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import {
  captionLanguagesOf,
  languageName,
  qualitiesFor,
  withCaptions,
  withQuality,
} from '../queue/asset-settings.ts'
import type { NewAssetSettings } from '../queue/upload-machine.ts'

type Language = (typeof captionLanguages)[number]

const isBeta = (code: Language) => (betaCaptionLanguages as readonly Language[]).includes(code)

/** UPLD-037 */
const languageOptions = captionLanguages.map((value) => ({
  value,
  label: isBeta(value) ? `${languageName(value)} (beta)` : languageName(value),
}))

const policies = [
  { value: 'public', label: 'Public', description: 'Anyone with the link can watch.' },
  { value: 'signed', label: 'Signed', description: 'Only with a token that you sign.' },
] as const

const qualityTexts: Record<VideoQuality, string> = {
  basic: 'Up to 1080p, with the fewest renditions: cheapest to keep.',
  plus: 'Every rendition up to the highest resolution.',
  premium: 'The same renditions with a slower encoder and higher rates.',
}
const qualityNames = { basic: 'Basic', plus: 'Plus', premium: 'Premium' } as const

interface BasicSettingsProps {
  settings: NewAssetSettings
  onChange: (settings: NewAssetSettings) => void
}

const Quality = ({ settings, onChange }: BasicSettingsProps) => {
  const flags = useFlags()
  const isBasic = settings.videoQuality === 'basic'
  return (
    <>
      <RadioGroup
        label="Video Quality"
        value={settings.videoQuality ?? null}
        onChange={(quality) => onChange(withQuality(settings, quality))}
        options={qualitiesFor(flags).map((value) => ({
          value,
          label: qualityNames[value],
          description: qualityTexts[value],
        }))}
      />
      <RadioGroup
        label="Highest resolution"
        direction="row"
        value={settings.maxResolutionTier ?? null}
        onChange={(maxResolutionTier) => onChange({ ...settings, maxResolutionTier })}
        options={maxResolutionTiers.map((value) => ({
          value,
          label: value,
          isDisabled: isBasic && value !== '1080p',
        }))}
      />
    </>
  )
}

/** UPLD-031, UPLD-035 */
export const BasicSettings = ({ settings, onChange }: BasicSettingsProps) => {
  const flags = useFlags()
  const [policy = 'public'] = settings.playbackPolicies ?? []
  return (
    <Stack gap={4}>
      <RadioGroup
        label="Playback Policy"
        value={policy === 'signed' ? 'signed' : 'public'}
        onChange={(next) => onChange({ ...settings, playbackPolicies: [next] })}
        options={policies}
      />
      <Switch
        isOn={settings.normalizeAudio === true}
        onChange={(normalizeAudio) => onChange({ ...settings, normalizeAudio })}
        description="Brings quiet and loud recordings to the same loudness."
      >
        Normalize Audio
      </Switch>
      <MultiSelect
        label="Auto-Generate Captions"
        description="Generated from speech, in each of these languages."
        placeholder="None"
        values={captionLanguagesOf(settings).filter((code): code is Language =>
          (captionLanguages as readonly string[]).includes(code),
        )}
        onChange={(codes) => onChange(withCaptions(settings, codes))}
        options={languageOptions}
      />
      {flags.freeVodEncodingEnabled && <Quality settings={settings} onChange={onChange} />}
    </Stack>
  )
}
