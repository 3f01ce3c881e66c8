import { z } from 'zod'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { fitModes } from '@playhead/media/images/picture-size.ts'

const sideMax = 4096
const animatedSideMax = 640
const framesPerSecondMax = 30
const animatedSecondsMax = 10
const defaultAnimatedSeconds = 5

const side = (name: string, most: number) => {
  const sentence = `${name} must be a whole number from 1 to ${most}.`
  return z.coerce.number(sentence).int(sentence).min(1, sentence).max(most, sentence).optional()
}
const seconds = (name: string) =>
  z.coerce
    .number(`${name} must be a number of seconds.`)
    .min(0, `${name} must not be below zero.`)
    .optional()
const flag = (name: string) =>
  z
    .enum(['true', 'false', '1', '0'], `${name} must be true or false.`)
    .transform((text) => text === 'true' || text === '1')
    .optional()

const turns = { 90: 90, 180: 180, 270: 270 } as const
const Thumbnail = z.object({
  time: seconds('time'),
  width: side('width', sideMax),
  height: side('height', sideMax),
  fit_mode: z.enum(fitModes, `fit_mode must be one of ${fitModes.join(', ')}.`).optional(),
  rotate: z
    .enum(['90', '180', '270'], 'rotate must be 90, 180 or 270.')
    .transform((text) => turns[text])
    .optional(),
  flip_h: flag('flip_h'),
  flip_v: flag('flip_v'),
  // Meant for live recordings; here the file is always complete.
  latest: flag('latest'),
  program_time: seconds('program_time'),
})

/** With none of these options it is the default thumbnail of the asset. */
export const thumbnailNames = Object.keys(Thumbnail.shape)

const Animated = z.object({
  start: seconds('start'),
  end: seconds('end'),
  fps: z.coerce
    .number('fps must be a number.')
    .min(1, `fps must be from 1 to ${framesPerSecondMax}.`)
    .max(framesPerSecondMax, `fps must be from 1 to ${framesPerSecondMax}.`)
    .optional(),
  width: side('width', animatedSideMax),
  height: side('height', animatedSideMax),
})

const refuse = (field: string, message: string) =>
  new ApiError('invalid_parameters', { messages: [message], fields: { [field]: [message] } })

const read = <Shape extends z.ZodType>(shape: Shape, given: Record<string, string>) => {
  const parsed = shape.safeParse(given)
  const issue = parsed.error?.issues[0]
  if (!parsed.success)
    throw refuse(String(issue?.path[0] ?? 'query'), issue?.message ?? 'The address is not valid.')
  return parsed.data
}

export const readThumbnailOptions = (given: Record<string, string>) => {
  const options = read(Thumbnail, given)
  return {
    time: options.time,
    width: options.width,
    height: options.height,
    fitMode: options.fit_mode ?? ('preserve' as const),
    rotate: options.rotate,
    flipsHorizontally: options.flip_h ?? false,
    flipsVertically: options.flip_v ?? false,
  }
}

export const readAnimatedOptions = (given: Record<string, string>, duration: number) => {
  const { start = 0, end, fps = 15, width, height } = read(Animated, given)
  if (start >= duration) throw refuse('start', 'start must be before the end of the video.')
  const until = end ?? start + defaultAnimatedSeconds
  if (until <= start) throw refuse('end', 'end must be after start.')
  if (until - start > animatedSecondsMax)
    throw refuse('end', `end must be at most ${animatedSecondsMax} seconds after start.`)
  return {
    start,
    end: Math.min(until, duration),
    framesPerSecond: fps,
    ...(width === undefined && height === undefined ? { width: 320 } : { width, height }),
  }
}

const pictureNames = ['jpg', 'png', 'webp'] as const

export const readPictureFormat = (text: string | null) =>
  read(z.object({ format: z.enum(pictureNames, 'format must be jpg, png or webp.') }), {
    format: text ?? 'jpg',
  }).format
