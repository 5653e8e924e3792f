const DAY_MS = 86_400_000
const J2000 = 10_957.5
/** Altitude of the sun's center at sunset in degrees: its radius plus atmospheric refraction. */
const RISE_AND_SET = -0.833

const rad = (degrees: number) => (degrees * Math.PI) / 180
const deg = (radians: number) => (radians * 180) / Math.PI

/**
 * Sunset at a location on a date of its own longitude, accurate to about two minutes between the polar
 * circles (sunrise equation; Meeus, Astronomical Algorithms, chapters 15 and 25, low accuracy).
 * @param date YYYY-MM-DD
 * @param latitude degrees, north positive
 * @param longitude degrees, east positive
 * @returns milliseconds since 1970; null: the sun doesn't set that day
 */
export function sunsetOf(date: string, latitude: number, longitude: number): number | null {
  const days = Date.UTC(...partsOf(date)) / DAY_MS + 0.5 - J2000
  const noon = days - longitude / 360
  const anomaly = rad((357.5291 + 0.98560028 * noon) % 360)
  const center = 1.9148 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly) + 0.0003 * Math.sin(3 * anomaly)
  const ecliptic = rad((deg(anomaly) + center + 282.9372) % 360)
  const transit = noon + 0.0053 * Math.sin(anomaly) - 0.0069 * Math.sin(2 * ecliptic)
  const declination = Math.asin(Math.sin(ecliptic) * Math.sin(rad(23.4397)))
  const hourAngle =
    (Math.sin(rad(RISE_AND_SET)) - Math.sin(rad(latitude)) * Math.sin(declination)) /
    (Math.cos(rad(latitude)) * Math.cos(declination))
  if (Math.abs(hourAngle) > 1) return null
  return Math.round((transit + deg(Math.acos(hourAngle)) / 360 + J2000) * DAY_MS)
}

function partsOf(date: string): [year: number, month: number, day: number] {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return [year, month - 1, day]
}
