import type { Flags } from '@playhead/domain/flags.ts'
import { videoQualities } from '@playhead/domain/flags.ts'
import type { VideoQuality } from '@playhead/domain/video.ts'
import type { NewAssetSettings, Upload, UploadMeta } from './upload-machine.ts'

/** UPLD-035 */
export const qualitiesFor = (flags: Flags): readonly VideoQuality[] =>
  videoQualities.filter((quality) => quality !== 'premium' || flags.premiumQualityRolloutEnabled)

const qualityOf = (flags: Flags) =>
  qualitiesFor(flags).find((quality) => quality === flags.defaultVideoQualityVod) ?? 'plus'

/** UPLD-033, UPLD-034 */
export const defaultSettings = (flags: Flags): NewAssetSettings => {
  const videoQuality = qualityOf(flags)
  return {
    maxResolutionTier: flags['4KBilling'] && videoQuality !== 'basic' ? '2160p' : '1080p',
    normalizeAudio: false,
    playbackPolicies: ['public'],
    videoQuality,
    ...(flags.testVideoOnly && { test: true }),
  }
}

/** UPLD-036 */
export const withQuality = (
  settings: NewAssetSettings,
  videoQuality: VideoQuality,
): NewAssetSettings => ({
  ...settings,
  videoQuality,
  maxResolutionTier: videoQuality === 'basic' ? '1080p' : '2160p',
})

type Inputs = Extract<NonNullable<NewAssetSettings['input']>, readonly unknown[]>

const inputsOf = ({ input, inputs }: NewAssetSettings): Inputs => {
  const given = input ?? inputs ?? []
  return typeof given === 'string' ? [{ url: given }] : [...given]
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })
export const languageName = (code: string) => languageNames.of(code) ?? code

export const captionLanguagesOf = (settings: NewAssetSettings) =>
  (inputsOf(settings)[0]?.generatedSubtitles ?? []).flatMap(({ languageCode }) =>
    languageCode === undefined ? [] : [languageCode],
  )

type CaptionCode = NonNullable<
  NonNullable<Inputs[number]['generatedSubtitles']>[number]['languageCode']
>

/** UPLD-032 */
export const withCaptions = (
  settings: NewAssetSettings,
  codes: readonly CaptionCode[],
): NewAssetSettings => {
  const [{ generatedSubtitles: _before, ...main } = {}, ...rest] = inputsOf(settings)
  const { inputs: _inputs, input: _input, ...others } = settings
  const first =
    codes.length > 0
      ? {
          ...main,
          generatedSubtitles: codes.map((languageCode) => ({
            languageCode,
            name: languageName(languageCode),
          })),
        }
      : main
  const isEmpty = rest.length === 0 && Object.keys(first).length === 0
  return isEmpty ? others : { ...others, input: [first, ...rest] }
}

const given = (meta: Partial<UploadMeta>) =>
  Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== ''))

/** The common settings are the defaults; values of this upload win. */
const metaOf = ({ settings, meta }: Upload['mux']) => ({ ...settings.meta, ...given(meta) })

/** UPLD-059: the asset settings that an upload sends. */
export const directUploadSettings = ({ mux }: Upload): NewAssetSettings => ({
  ...mux.settings,
  meta: metaOf(mux),
})

/** UPLD-063 */
export const addressOptions = ({ mux }: Upload, url: string): NewAssetSettings => {
  const { playbackPolicies, playbackPolicy, inputs: _inputs, ...settings } = mux.settings
  const [first, ...rest] = inputsOf(mux.settings)
  return {
    ...settings,
    input: [{ ...first, url }, ...rest],
    playbackPolicy: playbackPolicies ?? playbackPolicy ?? ['public'],
    meta: metaOf(mux),
  }
}
