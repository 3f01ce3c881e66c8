import { countryCodes } from '@playhead/domain/countries.ts'

// ISO 3166-1 alpha-2 codes of each continent except Europe, which has all remaining ones.
const countries = {
  AF:
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW IO KE KM LR LS LY MA MG ML MR MU MW MZ NA ' +
    'NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TF TG TN TZ UG YT ZA ZM ZW',
  AN: 'AQ BV GS HM',
  AS:
    'AE AF AM AZ BD BH BN BT CC CN CX CY GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM ' +
    'PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE',
  NA:
    'AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT ' +
    'US VC VG VI',
  OC: 'AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS',
  SA: 'AR BO BR CL CO EC FK GF GY PE PY SR UY VE',
}

const continentOf = new Map(countryCodes.map((code) => [code, 'EU']))
for (const [continent, codes] of Object.entries(countries))
  for (const code of codes.split(' ')) continentOf.set(code, continent)

export const continentCode = (country: string | null): string | null => {
  return country === null ? null : (continentOf.get(country) ?? null)
}
