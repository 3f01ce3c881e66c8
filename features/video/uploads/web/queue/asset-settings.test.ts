import { expect, test } from 'vitest'
import { flagDefaults, type Flags } from '@playhead/domain/flags.ts'
import {
  addressOptions,
  captionLanguagesOf,
  defaultSettings,
  directUploadSettings,
  qualitiesFor,
  withCaptions,
  withQuality,
} from './asset-settings.ts'
import { toJson, withoutText, withText } from '../dialog/settings-draft.ts'
import { anUpload, aUrlSource } from '../testing-uploads.ts'

const flags = (more: Partial<Flags> = {}): Flags => ({ ...flagDefaults, ...more })

test('UPLD-033 a new asset is at most 1080p, not normalised, public and of quality plus', () => {
  expect(defaultSettings(flags())).toEqual({
    maxResolutionTier: '1080p',
    normalizeAudio: false,
    playbackPolicies: ['public'],
    videoQuality: 'plus',
  })
})

test('UPLD-034 with 4KBilling the highest tier is 2160p, and the organization says which quality', () => {
  expect(defaultSettings(flags({ '4KBilling': true })).maxResolutionTier).toBe('2160p')
  const premium = defaultSettings(flags({ defaultVideoQualityVod: 'premium' }))
  expect(premium.videoQuality).toBe('premium')
  const basic = defaultSettings(flags({ '4KBilling': true, defaultVideoQualityVod: 'basic' }))
  expect(basic).toMatchObject({ videoQuality: 'basic', maxResolutionTier: '1080p' })
})

test('UPLD-035 premium is a choice only where it is open', () => {
  expect(qualitiesFor(flags({ premiumQualityRolloutEnabled: true }))).toEqual([
    'basic',
    'plus',
    'premium',
  ])
  expect(qualitiesFor(flags({ premiumQualityRolloutEnabled: false }))).toEqual(['basic', 'plus'])
})

test('UPLD-036 basic is at most 1080p, a switch to any other quality allows 2160p', () => {
  const start = defaultSettings(flags())
  const basic = withQuality({ ...start, maxResolutionTier: '1440p' }, 'basic')
  expect(basic).toMatchObject({ videoQuality: 'basic', maxResolutionTier: '1080p' })
  expect(withQuality(basic, 'plus').maxResolutionTier).toBe('2160p')
})

test('UPLD-032 captions belong to the first input, with language and name', () => {
  const settings = withCaptions(defaultSettings(flags({ testVideoOnly: true })), ['en', 'pl'])
  expect(settings).toMatchObject({
    test: true,
    input: [
      {
        generatedSubtitles: [
          { languageCode: 'en', name: 'English' },
          { languageCode: 'pl', name: 'Polish' },
        ],
      },
    ],
  })
  expect(captionLanguagesOf(settings)).toEqual(['en', 'pl'])
  expect(withCaptions(settings, [])).not.toHaveProperty('input')
})

test('UPLD-032 the details of an upload are the meta of its asset', () => {
  const upload = anUpload()
  const mux = {
    settings: { meta: { creatorId: 'for all' } },
    meta: { title: 'One', creatorId: '', externalId: 'x-1' },
  }
  expect(directUploadSettings({ ...upload, mux }).meta).toEqual({
    title: 'One',
    creatorId: 'for all',
    externalId: 'x-1',
  })
})

test('UPLD-063 an address becomes the first input; its policy is public by default', () => {
  const upload = anUpload({ source: aUrlSource() })
  const url = 'https://media.example.com/launch.mp4'
  const given = (settings: object) =>
    addressOptions({ ...upload, mux: { ...upload.mux, settings } }, url)
  expect(given({ videoQuality: 'plus' })).toMatchObject({
    input: [{ url }],
    playbackPolicy: ['public'],
    videoQuality: 'plus',
  })
  const signed = given({
    playbackPolicies: ['signed'],
    input: [{ generatedSubtitles: [{ languageCode: 'en' }] }, { url: 'https://e.com/a.vtt' }],
  })
  expect(signed).toMatchObject({
    input: [{ url, generatedSubtitles: [{ languageCode: 'en' }] }, { url: 'https://e.com/a.vtt' }],
    playbackPolicy: ['signed'],
  })
  expect(signed).not.toHaveProperty('playbackPolicies')
})

const basic = defaultSettings(flags())
const shown = toJson(basic)

test('UPLD-038 the editor holds the object of a direct upload, in the words of the API', () => {
  expect(JSON.parse(shown)).toEqual({
    max_resolution_tier: '1080p',
    normalize_audio: false,
    playback_policies: ['public'],
    video_quality: 'plus',
  })
  const draft = withText(
    { basic },
    '{"passthrough":"x","static_renditions":[{"resolution":"720p"}]}',
    shown,
  )
  expect(draft.json?.settings).toEqual({
    passthrough: 'x',
    staticRenditions: [{ resolution: '720p' }],
  })
  expect(toJson(draft.json!.settings)).toContain('"static_renditions"')
})

test('UPLD-039 invalid JSON shows the reason and changes no setting', () => {
  const before = withText({ basic }, '{"passthrough":"x"}', shown)
  const broken = withText(before, '{"passthrough":', shown)
  expect(broken.json?.error).toMatch(/JSON/)
  expect(broken.json?.settings).toEqual({ passthrough: 'x' })
  expect(withText({ basic }, '[1]', shown).json?.error).toContain('one JSON object')
})

test('UPLD-040 reset leaves what was set before; text that is as it was is no edit', () => {
  expect(withoutText(withText({ basic }, '{}', shown))).toEqual({ basic })
  expect(withText({ basic }, shown, shown).json).toBeUndefined()
})
