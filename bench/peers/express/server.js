// A minimal Express server that queries the database for each request, as the original does. It is not the original:
// that one stores documents in MongoDB and has many more routes. This one has its three public lists only.
const cors = require("cors");
const express = require("express");
const { Pool } = require("pg");

const pool = new Pool();
const app = express();
app.use(cors());
app.use(express.json());

const list = (query) => async (_request, response, next) => {
  try {
    response.send((await pool.query(query)).rows);
  } catch (error) {
    next(error);
  }
};

app.get("/classes", list("SELECT * FROM classes"));
app.get("/popularClasses", list("SELECT * FROM classes ORDER BY enroll DESC LIMIT 6"));
app.get("/instructors", list("SELECT * FROM users WHERE role = 'instructor'"));

app.listen(Number(process.env.PORT), "127.0.0.1");
