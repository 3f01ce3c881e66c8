import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** SPDX identifiers of the accepted licences. */
const acceptedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Unlicense',
])

// Licences in a file of the package, read by a person: data under CC-BY-4.0, whose attribution is in NOTICE.
const licencesReadByHand = new Map([
  ['@ip-location-db/asn', 'SEE LICENSE IN ROUTEVIEWS-LICENSE and DBIP-LICENSE (CC-BY-4.0)'],
])

// Packages that name their licence only in their readme or in a file LICENSE, read by a person.
const licencesOfReadmes = new Map([
  ['humanize-number@0.0.2', 'MIT'],
  ['only@0.0.2', 'MIT'],
  ['png-js@2.0.0', 'MIT'],
])

export const licenceOf = (root, place, entry) => {
  const name = place.split('node_modules/').at(-1)
  return (
    entry.license ??
    licenceInstalled(path.join(root, place)) ??
    licencesOfReadmes.get(`${name}@${entry.version}`)
  )
}

/** The licence that an installed package declares. */
export const licenceInstalled = (folder) => {
  const manifest = path.join(folder, 'package.json')
  if (!existsSync(manifest)) return undefined
  const { license, licenses } = JSON.parse(readFileSync(manifest, 'utf8'))
  const declared = license?.type ?? license ?? licenses?.map(({ type }) => type).join(' OR ')
  if (declared) return declared
  const text = path.join(folder, 'LICENSE')
  return existsSync(text) && /Apache License\s+Version 2\.0/.test(readFileSync(text, 'utf8'))
    ? 'Apache-2.0'
    : undefined
}

export const isAccepted = (name, licence) => {
  if (!licence) return false
  if (licencesReadByHand.get(name) === licence) return true
  const choices = licence.replaceAll(/[()]/g, '').split(/ OR | or /)
  return choices.some((choice) => choice.split(' AND ').every((part) => acceptedLicences.has(part)))
}

export const isSpdxName = (licence) => {
  return acceptedLicences.has(licence)
}
