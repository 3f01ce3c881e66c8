import type { CaptionEngine } from '@playhead/media/captions/engines/caption-engine.ts'
import { pocketsphinxEngine } from '@playhead/media/captions/engines/pocketsphinx.ts'
import { whisperEngine } from '@playhead/media/captions/engines/whisper.ts'
import type { Media } from '@playhead/media/find-media.ts'
import type { Settings } from '@playhead/server-kit/settings/settings.ts'

/** The engine from the settings; undefined when none is set. */
export const captionEngineOf = (
  { whisper, pocketsphinxProgram }: Pick<Settings, 'whisper' | 'pocketsphinxProgram'>,
  media: Media,
): CaptionEngine | undefined => {
  if (whisper) return whisperEngine(media, whisper)
  return pocketsphinxProgram === undefined
    ? undefined
    : pocketsphinxEngine(media, pocketsphinxProgram)
}
