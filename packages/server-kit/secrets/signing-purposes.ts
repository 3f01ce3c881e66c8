/**
 * All purposes for which this server signs, in one list: a signature for one purpose is invalid for any other.
 */
export type StatementPurpose =
  | 'known-browser'
  | 'session-socket'
  | 'views-export'
  | 'usage-export'
  | 'invoice-pdf'

/** Purposes of short codes in URLs, and of codes that are stored as a hash. */
export type CodePurpose = 'playback' | 'playback-preview' | 'recovery code'
