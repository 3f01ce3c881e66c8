/** What a player sends at one moment: events of an SDK or lines of CMCD, put into a body when it leaves. */
export interface Report<Item> {
  /** True time. */
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
  /** The body of items that leave together. */
  write(items: readonly unknown[], sentAt: number): string
}

/** Texts that break what does not quote, count bytes or look twice. */
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
