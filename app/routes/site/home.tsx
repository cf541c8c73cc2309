export default function Home() {
  return <h1>Evergreen Fulfillment</h1>;
}
