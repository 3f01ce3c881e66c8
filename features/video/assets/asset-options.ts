import { z } from 'zod/mini'
import { videoQualities } from '@playhead/domain/flags.ts'
import {
  captionLanguages,
  maxResolutionTiers,
  mp4SupportValues,
  playbackPolicies,
  renditionResolutions,
} from '@playhead/domain/video.ts'

export const assetLimits = {
  passthroughMax: 255,
  titleMax: 512,
  creatorIdMax: 128,
  externalIdMax: 128,
  inputsMax: 50,
  playbackPoliciesMax: 20,
  languageCodeMax: 35,
  trackNameMax: 255,
  urlMax: 4096,
} as const

/** Counts characters as people see them: an emoji is one character, not two. UPLD-022, UPLD-024 */
const atMost = (max: number, message: string) =>
  z.string().check(z.regex(new RegExp(`^[\\s\\S]{0,${max}}$`, 'u'), message))

export const passthrough = atMost(
  assetLimits.passthroughMax,
  `Passthrough can only be ${assetLimits.passthroughMax} characters.`,
)

export const AssetMeta = z.object({
  title: z.optional(atMost(assetLimits.titleMax, 'Title can only be 512 characters.')),
  creator_id: z.optional(
    atMost(assetLimits.creatorIdMax, 'Creator ID can only be 128 characters.'),
  ),
  external_id: z.optional(
    atMost(assetLimits.externalIdMax, 'External ID can only be 128 characters.'),
  ),
})

/** BCP 47, such as `en` or `pt-BR`. */
export const languageCode = z
  .string()
  .check(z.minLength(1), z.maxLength(assetLimits.languageCodeMax), z.trim())

export const trackName = z.string().check(z.maxLength(assetLimits.trackNameMax))

export const SubtitleRequest = z.object({
  language_code: z.optional(z.enum([...captionLanguages, 'auto'])),
  name: z.optional(trackName),
  passthrough: z.optional(passthrough),
})

const OverlaySettings = z.object({
  height: z.optional(z.string()),
  width: z.optional(z.string()),
  horizontal_align: z.optional(z.enum(['left', 'center', 'right'])),
  horizontal_margin: z.optional(z.string()),
  vertical_align: z.optional(z.enum(['top', 'middle', 'bottom'])),
  vertical_margin: z.optional(z.string()),
  opacity: z.optional(z.string()),
})

const seconds = z.number().check(z.minimum(0))

/** The address of a file, or `mux://assets/{ASSET_ID}` for a clip of an asset. */
export const InputSettings = z.object({
  url: z.optional(z.string().check(z.maxLength(assetLimits.urlMax))),
  type: z.optional(z.enum(['video', 'audio', 'text'])),
  text_type: z.optional(z.enum(['subtitles'])),
  language_code: z.optional(languageCode),
  name: z.optional(trackName),
  closed_captions: z.optional(z.boolean()),
  passthrough: z.optional(passthrough),
  generated_subtitles: z.optional(z.array(SubtitleRequest)),
  overlay_settings: z.optional(OverlaySettings),
  start_time: z.optional(seconds),
  end_time: z.optional(seconds),
})
export type InputSettings = z.output<typeof InputSettings>

const inputs = z.array(InputSettings).check(z.maxLength(assetLimits.inputsMax))
const policies = z
  .array(z.enum(playbackPolicies))
  .check(z.maxLength(assetLimits.playbackPoliciesMax))

export const RenditionRequest = z.object({
  resolution: z.enum(renditionResolutions),
  passthrough: z.optional(passthrough),
})

/** Settings of a new asset; also the `new_asset_settings` of uploads and live streams. */
export const AssetOptions = z.object({
  inputs: z.optional(inputs),
  /** The older name of `inputs`; a single address is also accepted. */
  input: z.optional(z.union([inputs, z.string().check(z.maxLength(assetLimits.urlMax))])),
  playback_policies: z.optional(policies),
  /** The older name of `playback_policies`; a single policy is also accepted. */
  playback_policy: z.optional(z.union([policies, z.enum(playbackPolicies)])),
  advanced_playback_policies: z.optional(
    z
      .array(
        z.object({
          policy: z.optional(z.enum(playbackPolicies)),
          drm_configuration_id: z.optional(z.string()),
        }),
      )
      .check(z.maxLength(assetLimits.playbackPoliciesMax)),
  ),
  video_quality: z.optional(z.enum(videoQualities)),
  /** The older name of `video_quality`. */
  encoding_tier: z.optional(z.enum(['smart', 'baseline', 'premium'])),
  max_resolution_tier: z.optional(z.enum(maxResolutionTiers)),
  normalize_audio: z.optional(z.boolean()),
  generate_shots: z.optional(z.boolean()),
  copy_overlays: z.optional(z.boolean()),
  master_access: z.optional(z.enum(['none', 'temporary'])),
  mp4_support: z.optional(z.enum(mp4SupportValues)),
  static_renditions: z.optional(z.array(RenditionRequest)),
  meta: z.optional(AssetMeta),
  passthrough: z.optional(passthrough),
  test: z.optional(z.boolean()),
})
export type AssetOptions = z.output<typeof AssetOptions>
