/**
 * Everything this server signs, in one list: what was signed for one purpose is refused for any other.
 */
export type StatementPurpose = 'known-browser' | 'session-socket' | 'views-export'

/** Of short codes in addresses, and of codes that are stored as a hash. */
export type CodePurpose = 'playback' | 'playback-preview' | 'recovery code'
