import { elementText } from './s3-xml.ts'
import { StorageUnusable } from './storage.ts'
import { codeOf } from './synced-file.ts'

export interface S3Place {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** A folder in the bucket; empty for all of it. */
  prefix: string
}

/** The error response of the object storage. */
export class S3Failure extends Error {
  override readonly name = 'S3Failure'
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

const answerLengthMax = 64 * 2 ** 10

export const failureOf = async (response: Response, what: string) => {
  const answer = (await response.text().catch(() => '')).slice(0, answerLengthMax)
  const code = elementText(answer, 'Code') ?? ''
  const message = elementText(answer, 'Message') ?? response.statusText
  return new S3Failure(
    response.status,
    code,
    `The object storage answered ${[response.status, code].join(' ').trim()} to ${what}: ${message}`,
  )
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const code = codeOf(error)
  if (code) return code
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}

const keyProblems = [
  'AccessDenied',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidSecurity',
]
const regionProblems = [
  'PermanentRedirect',
  'TemporaryRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
]

/** The secret never appears in a message. */
export const unusableFor = ({ endpoint, bucket }: S3Place, error: unknown) => {
  const say = (sentence: string) => new StorageUnusable(sentence, { cause: error })
  const at = `${bucket} at ${new URL(endpoint).host}`
  if (!(error instanceof S3Failure))
    return say(
      `The object storage at ${new URL(endpoint).host} cannot be reached (${reasonOf(error)}); check S3_ENDPOINT.`,
    )
  const { status, code } = error
  const shown = code === '' ? `${status}` : `${status} ${code}`
  if (code === 'NoSuchBucket' || (status === 404 && code === ''))
    return say(`There is no bucket ${at}; make it, or correct S3_BUCKET.`)
  if (code === 'RequestTimeTooSkewed')
    return say(`The bucket ${at} refuses requests because the clock of this machine is wrong.`)
  if (regionProblems.includes(code) || (status >= 300 && status < 400))
    return say(`The bucket ${at} is in another region (${shown}); correct S3_REGION.`)
  if (keyProblems.includes(code) || status === 401 || status === 403)
    return say(
      `The bucket ${at} refuses this key (${shown}); check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and what they may do.`,
    )
  return say(`The bucket ${at} cannot be written (${shown}).`)
}
