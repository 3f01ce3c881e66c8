import { unknownValue } from '@playhead/domain/format.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** For example `1:02:03.456`, with the given number of decimals. */
export const clockTime = (ms: number | null | undefined, decimals = 1) => {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return unknownValue
  const unit = 1_000 / 10 ** decimals
  const rounded = Math.round(Math.abs(ms) / unit) * unit
  const whole = Math.floor(rounded / 1_000)
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60]
  const fraction =
    decimals > 0 ? `.${String(Math.round((rounded % 1_000) / unit)).padStart(decimals, '0')}` : ''
  const text = `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}${fraction}`
  return ms < 0 && rounded > 0 ? `-${text}` : text
}
