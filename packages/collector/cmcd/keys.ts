export type KeyKind = 'integer' | 'number' | 'flag' | 'text' | 'token' | 'numbers' | 'texts'

/** The keys that CTA-5004-B defines for event reports, with the type of their value. */
export const cmcdKeys = {
  ab: 'numbers',
  bg: 'flag',
  bl: 'numbers',
  br: 'numbers',
  bs: 'flag',
  bsa: 'numbers',
  bsd: 'numbers',
  bsda: 'numbers',
  cdn: 'text',
  cen: 'text',
  cid: 'text',
  cmsdd: 'text',
  cmsds: 'text',
  cs: 'text',
  d: 'integer',
  dfa: 'integer',
  dl: 'integer',
  e: 'token',
  ec: 'texts',
  h: 'text',
  lab: 'numbers',
  lb: 'numbers',
  ltc: 'integer',
  msd: 'integer',
  mtp: 'numbers',
  nor: 'texts',
  nr: 'flag',
  ot: 'token',
  pb: 'numbers',
  pr: 'number',
  pt: 'integer',
  rc: 'integer',
  rtp: 'integer',
  sf: 'token',
  sid: 'text',
  smrt: 'text',
  sn: 'integer',
  st: 'token',
  sta: 'token',
  su: 'flag',
  tab: 'numbers',
  tb: 'numbers',
  tbl: 'numbers',
  tpb: 'numbers',
  ts: 'integer',
  ttfb: 'integer',
  ttfbb: 'integer',
  ttlb: 'integer',
  url: 'text',
  v: 'integer',
} as const satisfies Record<string, KeyKind>

export type CmcdKey = keyof typeof cmcdKeys

export const isCmcdKey = (key: string): key is CmcdKey => Object.hasOwn(cmcdKeys, key)

/** A hyphen marks a custom key. */
export const isCustomKey = (key: string): boolean => /^[a-zA-Z0-9.-]+-[a-zA-Z0-9.-]+$/.test(key)

export const cmcdTokens: Partial<Record<CmcdKey, ReadonlySet<string>>> = {
  e: new Set([
    'abs',
    'abe',
    'ae',
    'as',
    'b',
    'bc',
    'c',
    'ce',
    'e',
    'h',
    'm',
    'pc',
    'pe',
    'pr',
    'ps',
    'rr',
    'sk',
    't',
    'um',
  ]),
  ot: new Set(['m', 'a', 'v', 'av', 'i', 'c', 'tt', 'k', 'o']),
  sf: new Set(['d', 'h', 's', 'o']),
  st: new Set(['v', 'l', 'll']),
  sta: new Set(['s', 'p', 'k', 'r', 'a', 'e', 'f', 'q', 'd']),
}

export const cmcdLengths: Partial<Record<CmcdKey, number>> = {
  sid: 64,
  cid: 128,
  cdn: 128,
  h: 128,
  cen: 64,
}

/** Every event report must contain these; each event requires more keys for its subject. */
export const requiredKeys: readonly CmcdKey[] = ['e', 'sid', 'sn', 'ts', 'v']
export const requiredByEvent: ReadonlyMap<string, readonly CmcdKey[]> = new Map(
  Object.entries({
    bc: ['br'],
    c: ['cid'],
    ce: ['cen'],
    e: ['ec'],
    h: ['h'],
    pr: ['pr'],
    ps: ['sta'],
    rr: ['url', 'rc', 'ttfb', 'ttlb'],
  }),
)
