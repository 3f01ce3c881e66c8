/**
 * What a request says about location, network and device of the viewer. Derived from the full address, which is then
 * truncated.
 */
export interface RequestContext {
  /** Two capital letters; null when unknown, as everywhere here. */
  continent_code: string | null
  country: string | null
  region: string | null
  city: string | null
  latitude: number | null
  longitude: number | null
  asn: number | null
  asn_name: string | null
  /** 203.0.113.0/24 or 2001:db8:aa::/48 */
  ip_prefix: string | null
  user_agent: string | null
  device_category: string | null
  device_manufacturer: string | null
  device_name: string | null
  device_model: string | null
  operating_system: string | null
  operating_system_version: string | null
  os_architecture: string | null
  browser: string | null
  browser_version: string | null
  browser_engine: string | null
  /** Empty for people; crawler, monitor, headless, library and the like otherwise. */
  bot_class: string
}
