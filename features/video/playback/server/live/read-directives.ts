import { ApiError } from '@playhead/contract-kit/errors.ts'

const numberOf = (search: URLSearchParams, name: string) => {
  const text = search.get(name)
  if (text === null) return undefined
  if (!/^\d{1,9}$/.test(text))
    throw new ApiError('invalid_parameters', { messages: [`${name} must be a whole number.`] })
  return Number(text)
}

/** What a player asks of a playlist that grows. */
export const readDirectives = (request: Request) => {
  const { url } = request
  const at = url.indexOf('?')
  const search = new URLSearchParams(at < 0 ? '' : url.slice(at))
  return {
    msn: numberOf(search, '_HLS_msn'),
    part: numberOf(search, '_HLS_part'),
    skips: ['YES', 'v2'].includes(search.get('_HLS_skip') ?? ''),
  }
}
