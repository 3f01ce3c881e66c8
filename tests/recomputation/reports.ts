/** What a player sends at one moment: SDK events or CMCD lines, serialized into a body when sent. */
export interface Report<Item> {
  /** Real time. */
  at: number
  items: Item[]
}

/** One viewer with everything their player will send. */
export interface Session {
  viewId: string
  address: string
  userAgent: string
  path: string
  contentType: string
  reports: Report<unknown>[]
  /** The body for items that are sent together. */
  write(items: readonly unknown[], sentAt: number): string
}

/** Texts that break code which does not escape, counts bytes or decodes twice. */
export const strangeTexts = [
  '',
  ' ',
  'a',
  'A',
  'Ärger & Glück',
  '東京 2026',
  '🎬',
  'a:b,c',
  '[a,b]',
  '"quoted"',
  "it's",
  '100 %',
  '=1+1',
  'null',
  'true',
  '0',
  '__other__',
  '\\N',
] as const
