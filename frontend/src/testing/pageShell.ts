/** Adds the JSON data of the page shell, as the server renders it, before any module reads it. */
import type { Config } from "../shared/config";

const config: Config = {
  siteName: "Craft Camp",
  siteUrl: "http://camp.test",
  offer: "Summer art and craft classes for ages 6 to 14.",
  timeZone: "America/New_York",
  timeZoneName: "Eastern Time",
  firebase: { apiKey: "test", authDomain: "camp.test", projectId: "demo-camp", emulator: null },
  stripe: { publishableKey: "pk_test_camp", script: null },
  testMode: true,
  contact: {
    email: "hello@camp.example",
    phone: "+1 555 010 2003",
    address: "12 Kiln Lane",
    hours: "Monday to Friday",
    directions: "Turn left.",
    map: "/static/pictures/map.svg",
  },
  social: {
    facebook: "https://facebook.example/camp",
    instagram: "https://instagram.example/camp",
    youtube: "https://youtube.example/camp",
  },
  seatHoldMinutes: 15,
  waitlistClosesHours: 3,
  cancelWithinHours: 48,
  care: true,
  careKeepDays: 30,
  refundRules: [
    { days: 30, percent: 100 },
    { days: 14, percent: 50 },
    { days: 0, percent: 0 },
  ],
};

function addJsonScript(id: string, value: unknown): void {
  const script = document.createElement("script");
  script.type = "application/json";
  script.id = id;
  script.textContent = JSON.stringify(value);
  document.head.append(script);
}

addJsonScript("camp-config", config);
addJsonScript("camp-data", {});
