import { createHash } from 'node:crypto'
import { isSpdxName, licenceOf } from '../locks/licences.mjs'
import { nameOf, placesUsedBy } from '../locks/read-lock.mjs'
import { findUnverified, hasChecksum, readUnverified } from '../locks/unverified.mjs'

/** The product and every locked package as CycloneDX 1.6; a package in several folders is one component. */
export const describeProduct = (root, manifest, locked, time) => {
  const reasons = readReasons(root, locked)
  const places = Object.keys(locked).filter((place) => !locked[place].link)
  const components = new Map()
  const uses = new Map()
  for (const place of places) {
    const ref = refOf(place)
    if (place !== '') components.set(ref, mergeScope(components.get(ref), describe(place)))
    const used = placesUsedBy(locked, place).map(refOf)
    uses.set(ref, new Set([...(uses.get(ref) ?? []), ...used]))
  }
  const content = {
    metadata: {
      timestamp: time.toISOString(),
      lifecycles: [{ phase: 'build' }],
      component: {
        'bom-ref': refOf(''),
        type: 'application',
        name: manifest.name,
        version: manifest.version,
        description: manifest.description,
        licenses: licences(manifest.license),
      },
    },
    components: [...components.values()].toSorted(byRef),
    dependencies: [...uses]
      .map(([ref, used]) => ({ ref, dependsOn: [...used].toSorted() }))
      .toSorted((a, b) => compare(a.ref, b.ref)),
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${identify(content)}`,
    version: 1,
    ...content,
  }

  function refOf(place) {
    const entry = locked[place]
    return place.includes('node_modules/')
      ? packageUrl(nameOf(place, entry), entry.version)
      : `${entry.name}@${entry.version}`
  }

  function describe(place) {
    const entry = locked[place]
    const isOurs = !place.includes('node_modules/')
    const [name, group] = nameOf(place, entry).split('/').toReversed()
    const reason = reasons.get(nameOf(place, entry))
    return {
      'bom-ref': refOf(place),
      type: 'library',
      ...(group ? { group } : {}),
      name,
      version: entry.version,
      scope: scopeOf(entry),
      ...(hasChecksum(entry)
        ? { hashes: [{ alg: 'SHA-512', content: bytesOf(entry.integrity).toString('hex') }] }
        : {}),
      licenses: licences(isOurs ? manifest.license : licenceOf(root, place, entry)),
      ...(isOurs ? {} : { purl: refOf(place) }),
      ...(reason ? { properties: [{ name: 'playhead:unverified', value: reason }] } : {}),
    }
  }
}

function readReasons(root, locked) {
  const { platform, groups } = readUnverified(root)
  const reasons = new Map(groups.map(({ cause, reason }) => [cause, reason]))
  return new Map(
    [...findUnverified(locked, platform)].map(([name, cause]) => [name, reasons.get(cause)]),
  )
}

// Packages used only by builds and tests are not part of the running program: "excluded" in CycloneDX terms.
function scopeOf(entry) {
  if (entry.dev) return 'excluded'
  return entry.optional || entry.devOptional ? 'optional' : 'required'
}

/** A package in two folders gets the more important scope of the two. */
function mergeScope(known, found) {
  const scopes = ['required', 'optional', 'excluded']
  if (!known || scopes.indexOf(found.scope) <= scopes.indexOf(known.scope)) return found
  return known
}

function licences(text) {
  if (isSpdxName(text)) return [{ license: { id: text } }]
  return / (OR|AND|WITH) /.test(text) ? [{ expression: text }] : [{ license: { name: text } }]
}

function packageUrl(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`
}

function bytesOf(integrity) {
  return Buffer.from(integrity.slice('sha512-'.length), 'base64')
}

/** A UUID of version 8, derived from the content: the same content has the same id. */
function identify(content) {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const variant = ((Number.parseInt(hex[16], 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

function byRef(a, b) {
  return compare(a['bom-ref'], b['bom-ref'])
}

function compare(a, b) {
  if (a === b) return 0
  return a < b ? -1 : 1
}
