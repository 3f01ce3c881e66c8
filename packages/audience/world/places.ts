export interface Network {
  asn: number
  name: string
  /** First two numbers of an IP range of the place. */
  range: string
  weight: number
}

export interface Place {
  country: string
  continent: string
  language: string
  /** Hours ahead of UTC; precise enough for a daily rhythm. */
  offsetHours: number
  weight: number
  /** How well the networks of the country carry video: 1 is best. */
  quality: number
  networks: readonly Network[]
}

type NetworkLine = readonly [asn: number, name: string, range: string, weight: number]

const place = (
  country: string,
  continent: string,
  language: string,
  [offsetHours, weight, quality]: readonly [number, number, number],
  networks: readonly NetworkLine[],
): Place => ({
  country,
  continent,
  language,
  offsetHours,
  weight,
  quality,
  networks: networks.map(([asn, name, range, share]) => ({ asn, name, range, weight: share })),
})

export const places: readonly Place[] = [
  place(
    'GB',
    'EU',
    'en',
    [0, 18, 0.95],
    [
      [2856, 'British Telecommunications PLC', '86.150', 4],
      [5089, 'Virgin Media Limited', '82.30', 3],
      [5607, 'Sky UK Limited', '90.212', 3],
    ],
  ),
  place(
    'DE',
    'EU',
    'de',
    [1, 16, 0.9],
    [
      [3320, 'Deutsche Telekom AG', '87.131', 5],
      [3209, 'Vodafone GmbH', '92.216', 3],
      [6805, 'Telefonica Germany GmbH & Co.OHG', '78.53', 2],
      [8881, '1&1 Versatel GmbH', '89.245', 1],
    ],
  ),
  place(
    'US',
    'NA',
    'en',
    [-6, 15, 0.92],
    [
      [7922, 'Comcast Cable Communications, LLC', '76.31', 4],
      [7018, 'AT&T Enterprises, LLC', '76.247', 3],
      [701, 'Verizon Business', '96.237', 2],
      [21928, 'T-Mobile USA, Inc.', '162.167', 2],
      [20115, 'Charter Communications', '71.8', 2],
    ],
  ),
  place(
    'SE',
    'EU',
    'sv',
    [1, 9, 1],
    [
      [3301, 'Telia Company AB', '90.232', 4],
      [1257, 'Tele2 Sverige AB', '90.132', 2],
    ],
  ),
  place(
    'NO',
    'EU',
    'nb',
    [1, 8, 1],
    [
      [2119, 'Telenor Norge AS', '88.92', 4],
      [29695, 'Lyse Tele AS', '92.220', 2],
    ],
  ),
  place(
    'FR',
    'EU',
    'fr',
    [1, 7, 0.92],
    [
      [3215, 'Orange S.A.', '90.28', 4],
      [12322, 'Free SAS', '82.250', 3],
      [15557, 'Societe Francaise Du Radiotelephone - SFR SA', '85.171', 2],
    ],
  ),
  place(
    'NL',
    'EU',
    'nl',
    [1, 6, 1],
    [
      [1136, 'KPN B.V.', '84.86', 3],
      [33915, 'Vodafone Libertel B.V.', '85.147', 2],
    ],
  ),
  place(
    'DK',
    'EU',
    'da',
    [1, 4, 1],
    [
      [3292, 'TDC Holding A/S', '87.51', 3],
      [9158, 'Telenor A/S', '85.80', 1],
    ],
  ),
  place(
    'ES',
    'EU',
    'es',
    [1, 4, 0.88],
    [
      [3352, 'TELEFONICA DE ESPANA S.A.U.', '83.47', 3],
      [12479, 'Orange Espagne SA', '87.222', 2],
    ],
  ),
  place(
    'IT',
    'EU',
    'it',
    [1, 4, 0.85],
    [
      [3269, 'Telecom Italia S.p.A.', '85.32', 3],
      [1267, 'WIND TRE S.P.A.', '151.38', 2],
    ],
  ),
  place(
    'PL',
    'EU',
    'pl',
    [1, 3, 0.86],
    [
      [5617, 'Orange Polska Spolka Akcyjna', '83.11', 3],
      [12741, 'Netia SA', '81.219', 1],
    ],
  ),
  place(
    'CA',
    'NA',
    'en',
    [-5, 4, 0.92],
    [
      [812, 'Rogers Communications Canada Inc.', '99.236', 3],
      [577, 'Bell Canada', '142.113', 3],
    ],
  ),
  place(
    'BR',
    'SA',
    'pt',
    [-3, 5, 0.7],
    [
      [28573, 'Claro NXT Telecomunicacoes Ltda', '187.3', 3],
      [26599, 'TELEFONICA BRASIL S.A', '179.132', 2],
    ],
  ),
  place('MX', 'NA', 'es', [-6, 2, 0.72], [[8151, 'Uninet S.A. de C.V.', '189.155', 1]]),
  place(
    'IN',
    'AS',
    'hi',
    [5.5, 6, 0.6],
    [
      [55836, 'Reliance Jio Infocomm Limited', '132.154', 4],
      [45609, 'Bharti Airtel Limited', '106.220', 3],
    ],
  ),
  place(
    'JP',
    'AS',
    'ja',
    [9, 3, 0.98],
    [
      [4713, 'NTT Communications Corporation', '153.137', 2],
      [2516, 'KDDI CORPORATION', '111.102', 2],
    ],
  ),
  place(
    'AU',
    'OC',
    'en',
    [10, 4, 0.82],
    [
      [1221, 'Telstra Limited', '110.143', 3],
      [7545, 'TPG Internet Pty Ltd', '110.174', 1],
    ],
  ),
  place(
    'ZA',
    'AF',
    'en',
    [2, 2, 0.66],
    [
      [37457, 'Telkom SA Ltd.', '105.225', 2],
      [29975, 'Vodacom', '41.22', 2],
    ],
  ),
]

/** Activity relative to the busiest hour, by local hour: the night is quiet, the evening is prime time. */
const rhythm = [
  0.3, 0.17, 0.1, 0.07, 0.06, 0.08, 0.16, 0.27, 0.33, 0.33, 0.34, 0.37, 0.44, 0.45, 0.42, 0.43,
  0.48, 0.57, 0.7, 0.87, 1, 0.98, 0.8, 0.52,
]
const hourMs = 3_600_000
/** Day 0, the first day of 1970, was a Thursday. */
const weekendShare = 1.22

export const activity = ({ offsetHours }: Place, at: number): number => {
  const hours = at / hourMs + offsetHours
  const hour = ((hours % 24) + 24) % 24
  const index = Math.floor(hour)
  const before = rhythm[index] ?? 0
  const after = rhythm[(index + 1) % 24] ?? 0
  const weekday = (((Math.floor(hours / 24) + 4) % 7) + 7) % 7
  const isWeekend = weekday === 0 || weekday === 6
  return (before + (after - before) * (hour - index)) * (isWeekend ? weekendShare : 1)
}

export const activityMax = weekendShare

/** Activity of the whole audience, relative to its daily average. */
export const activityOf = (where: readonly Place[], at: number): number => {
  const weights = where.reduce((sum, { weight }) => sum + weight, 0)
  const now = where.reduce((sum, one) => sum + one.weight * activity(one, at), 0)
  return now / weights / rhythmMean
}

const rhythmMean = rhythm.reduce((sum, share) => sum + share, 0) / rhythm.length
