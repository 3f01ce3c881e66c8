import type { Media } from '../find-media.ts'
import { inputArgs } from '../input-args.ts'
import { runMedia } from '../run-media.ts'

const patience = { leastSeconds: 300, perSecond: 1 }

/** Extracts the sound in the format of speech engines: one channel, 16 bits, 16,000 samples a second. */
export const extractSpeech = async (
  media: Media,
  {
    folder,
    fileName,
    seconds,
    signal,
  }: { folder: string; fileName: string; seconds: number; signal?: AbortSignal },
): Promise<string> => {
  const output = 'speech.wav'
  const form = ['-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', '-f', 'wav', `file:${output}`]
  const args = ['-y', ...inputArgs(fileName), '-map', '0:a:0', '-map_metadata', '-1', ...form]
  await runMedia(media, 'ffmpeg', args, {
    folder,
    timeoutSeconds: patience.leastSeconds + seconds * patience.perSecond,
    isBackground: true,
    signal,
  })
  return output
}
